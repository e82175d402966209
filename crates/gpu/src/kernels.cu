// The kernels. Above this text the host writes the tables of `dicee::layout::Shapes` as constants:
// KEEPS, ROLLS, SLOTS, PAIRS, PAIR_ENDS, FIRST_OF_SIZE, WITH_FACE, WITHOUT_FIRST, WITHOUT, CHOICES, SLOT_CATEGORY,
// SLOT_POINTS, FIVES.
//
// Sums keep the order of the CPU, with the rounding of every step spelled out, so both give the same bits.

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;

// What the rules decide, by row.
struct Rows {
    const u16 *position_row;
    const u8 *position_upper;
    const u32 *numbers; // [row][64]
    const u16 *open;
    const u16 *next; // [row][13][2]
    const u8 *is_special;
    const u8 *special; // [row][6][13][2]
    const u8 *reach; // [64][31][2]
};

#define FORBIDDEN 255

__device__ __forceinline__ double mean6(double a, double b, double c, double d, double e, double f) {
    double sum = __dadd_rn(__dadd_rn(__dadd_rn(__dadd_rn(__dadd_rn(a, b), c), d), e), f);
    return __dmul_rn(sum, 1.0 / 6.0);
}

__device__ __forceinline__ u32 mean6(u32 a, u32 b, u32 c, u32 d, u32 e, u32 f) {
    return __umulhi(a + b + c + d + e + f + 3u, 0xAAAAAAABu) >> 2;
}

__device__ __forceinline__ double better(double a, double b) { return b > a ? b : a; }
__device__ __forceinline__ u32 better(u32 a, u32 b) { return max(a, b); }

// A keep is worth the mean of the six keeps that one more die can make of it.
template <typename T, int LANES, int WORKERS>
__device__ __forceinline__ void average(T *grid, int lane, int worker) {
    for (int size = 4; size >= 0; size--) {
        for (int keep = FIRST_OF_SIZE[size] + worker; keep < FIRST_OF_SIZE[size + 1]; keep += WORKERS) {
            const u16 *larger = WITH_FACE + keep * 6;
            grid[keep * LANES + lane] = mean6(
                grid[larger[0] * LANES + lane], grid[larger[1] * LANES + lane], grid[larger[2] * LANES + lane],
                grid[larger[3] * LANES + lane], grid[larger[4] * LANES + lane], grid[larger[5] * LANES + lane]);
        }
        __syncthreads();
    }
}

template <typename T, int LANES, int COUNT>
__device__ __forceinline__ void choose_among(T *grid, int lane, int keep, const u16 *smaller) {
    T values[COUNT];
#pragma unroll
    for (int place = 0; place < COUNT; place++) values[place] = grid[smaller[place] * LANES + lane];
    T best = grid[keep * LANES + lane];
#pragma unroll
    for (int place = 0; place < COUNT; place++) best = better(best, values[place]);
    grid[keep * LANES + lane] = best;
}

// Every keep becomes the best of itself and all its sub-keeps.
template <typename T, int LANES, int WORKERS>
__device__ __forceinline__ void choose(T *grid, int lane, int worker) {
    for (int size = 1; size <= 5; size++) {
        int end = size == 5 ? KEEPS : FIRST_OF_SIZE[size + 1];
        for (int keep = FIRST_OF_SIZE[size] + worker; keep < end; keep += WORKERS) {
            const u16 *smaller = WITHOUT + WITHOUT_FIRST[keep];
            switch (WITHOUT_FIRST[keep + 1] - WITHOUT_FIRST[keep]) {
            case 1: choose_among<T, LANES, 1>(grid, lane, keep, smaller); break;
            case 2: choose_among<T, LANES, 2>(grid, lane, keep, smaller); break;
            case 3: choose_among<T, LANES, 3>(grid, lane, keep, smaller); break;
            case 4: choose_among<T, LANES, 4>(grid, lane, keep, smaller); break;
            default: choose_among<T, LANES, 5>(grid, lane, keep, smaller); break;
            }
        }
        __syncthreads();
    }
}

// From the slots of the boxes to the best score of every roll. The pairs lie where the keeps will be.
template <typename T, int LANES, int WORKERS>
__device__ __forceinline__ void stand(T *grid, const T *slots, int lane, int worker) {
    int first = 0;
    for (int depth = 0; depth < 3; depth++) {
        for (int pair = first + worker; pair < PAIR_ENDS[depth]; pair += WORKERS) {
            int one = PAIRS[2 * pair], other = PAIRS[2 * pair + 1];
            T a = one < SLOTS ? slots[one * LANES + lane] : grid[(one - SLOTS) * LANES + lane];
            T b = other < SLOTS ? slots[other * LANES + lane] : grid[(other - SLOTS) * LANES + lane];
            grid[pair * LANES + lane] = better(a, b);
        }
        first = PAIR_ENDS[depth];
        __syncthreads();
    }
    for (int roll = worker; roll < ROLLS; roll += WORKERS) {
        T values[5];
#pragma unroll
        for (int place = 0; place < 5; place++) {
            int choice = CHOICES[roll * 5 + place];
            values[place] = choice < SLOTS ? slots[choice * LANES + lane] : grid[(choice - SLOTS) * LANES + lane];
        }
        grid[(FIRST_OF_SIZE[5] + roll) * LANES + lane] =
            better(better(better(better(values[0], values[1]), values[2]), values[3]), values[4]);
    }
    __syncthreads();
}

// The position after `points` in `category`, and all points with the upper bonus.
__device__ __forceinline__ u32 follow(const Rows &rows, u32 row, u32 upper, int category, u32 points, u32 *gain) {
    u32 reached = upper;
    if (category < 6) {
        const u8 *step = rows.reach + (upper * 31 + points) * 2;
        reached = step[0];
        *gain += step[1];
    }
    *gain += points;
    u32 next = rows.next[(row * 13 + category) * 2 + (points > 0)];
    return rows.numbers[next * 64 + reached];
}

#define STATES 16
#define STATE_WORKERS 16

// The slots of sixteen positions; closed boxes are worth less than nothing.
__device__ __forceinline__ void fill_slots(const Rows &rows, const double *values, double *slots, u32 row, u32 upper,
                                           int lane, int worker) {
    u32 open = rows.open[row];
    for (int slot = worker; slot < SLOTS; slot += STATE_WORKERS) {
        int category = SLOT_CATEGORY[slot];
        double worth = -1.0;
        if (open >> category & 1) {
            u32 gain = 0;
            u32 next = follow(rows, row, upper, category, SLOT_POINTS[slot], &gain);
            worth = __dadd_rn((double)gain, values[next]);
        }
        slots[slot * STATES + lane] = worth;
    }
    __syncthreads();
}

// Five equal dice, where the rules have something to say about them: the best box and its worth.
__device__ __forceinline__ double special_roll(const Rows &rows, const double *values, u32 row, u32 upper, int face,
                                               int *box) {
    double best = -1.0;
    for (int category = 0; category < 13; category++) {
        const u8 *score = rows.special + ((row * 6 + face) * 13 + category) * 2;
        if (score[0] == FORBIDDEN) continue;
        u32 gain = score[1];
        u32 next = follow(rows, row, upper, category, score[0], &gain);
        double worth = __dadd_rn((double)gain, values[next]);
        if (worth > best) {
            best = worth;
            *box = category;
        }
    }
    return best;
}

// The values of the positions from `first` on, from those with one open box less.
extern "C" __global__ void __launch_bounds__(256) solve_level(Rows rows, double *values, u32 first, u32 end) {
    extern __shared__ double shared_f64[];
    double *grid = shared_f64, *slots = shared_f64 + KEEPS * STATES;
    int lane = threadIdx.x % STATES, worker = threadIdx.x / STATES;
    u32 wanted = first + blockIdx.x * STATES + lane;
    u32 position = min(wanted, end - 1);
    u32 row = rows.position_row[position], upper = rows.position_upper[position];
    fill_slots(rows, values, slots, row, upper, lane, worker);
    stand<double, STATES, STATE_WORKERS>(grid, slots, lane, worker);
    if (worker < 6 && rows.is_special[row]) {
        int box = 0;
        double worth = special_roll(rows, values, row, upper, worker, &box);
        grid[(FIRST_OF_SIZE[5] + FIVES[worker]) * STATES + lane] = worth;
    }
    __syncthreads();
    average<double, STATES, STATE_WORKERS>(grid, lane, worker);
    choose<double, STATES, STATE_WORKERS>(grid, lane, worker);
    average<double, STATES, STATE_WORKERS>(grid, lane, worker);
    choose<double, STATES, STATE_WORKERS>(grid, lane, worker);
    average<double, STATES, STATE_WORKERS>(grid, lane, worker);
    if (worker == 0 && wanted < end) values[position] = grid[lane];
}

// Which keep is best for every roll; the first of its list keeps all five dice.
__device__ __forceinline__ void write_keeps(const double *grid, const u16 *keeps, const u16 *keeps_first, u8 *moves,
                                            int which, int lane, int worker, bool real) {
    for (int roll = worker; roll < ROLLS; roll += STATE_WORKERS) {
        int start = keeps_first[roll], count = keeps_first[roll + 1] - start, best = 0;
        double worth = grid[(FIRST_OF_SIZE[5] + roll) * STATES + lane];
        for (int place = 1; place < count; place++) {
            double rival = grid[keeps[start + place] * STATES + lane];
            if (rival > worth) {
                worth = rival;
                best = place;
            }
        }
        if (real) moves[roll * 3 + which] = best;
    }
    __syncthreads();
}

// Every decision of the positions from `first` on: [position][roll]{two rolls left, one, box}.
extern "C" __global__ void __launch_bounds__(256)
    write_moves(Rows rows, const double *values, const u16 *keeps, const u16 *keeps_first, const u8 *slot_of,
                u8 *moves, u32 first, u32 end) {
    extern __shared__ double shared_f64[];
    double *grid = shared_f64, *slots = shared_f64 + KEEPS * STATES;
    int lane = threadIdx.x % STATES, worker = threadIdx.x / STATES;
    u32 wanted = first + blockIdx.x * STATES + lane;
    u32 position = min(wanted, end - 1);
    bool real = wanted < end;
    u32 row = rows.position_row[position], upper = rows.position_upper[position];
    u8 *mine = moves + (u64)position * (ROLLS * 3);
    fill_slots(rows, values, slots, row, upper, lane, worker);
    for (int roll = worker; roll < ROLLS; roll += STATE_WORKERS) {
        double best = -1.0;
        int box = 0;
        for (int category = 0; category < 13; category++) {
            double worth = slots[slot_of[category * ROLLS + roll] * STATES + lane];
            if (worth > best) {
                best = worth;
                box = category;
            }
        }
        if (real) mine[roll * 3 + 2] = box;
    }
    stand<double, STATES, STATE_WORKERS>(grid, slots, lane, worker);
    if (worker < 6 && rows.is_special[row]) {
        int box = 0;
        double worth = special_roll(rows, values, row, upper, worker, &box);
        grid[(FIRST_OF_SIZE[5] + FIVES[worker]) * STATES + lane] = worth;
        if (real) mine[FIVES[worker] * 3 + 2] = box;
    }
    __syncthreads();
    average<double, STATES, STATE_WORKERS>(grid, lane, worker);
    write_keeps(grid, keeps, keeps_first, mine, 1, lane, worker, real);
    choose<double, STATES, STATE_WORKERS>(grid, lane, worker);
    average<double, STATES, STATE_WORKERS>(grid, lane, worker);
    write_keeps(grid, keeps, keeps_first, mine, 0, lane, worker, real);
}

#define NEEDS 32
#define NEED_WORKERS 8

// The chances of full cards.
extern "C" __global__ void begin_targets(const u32 *goal, u32 *chances, u32 positions, u32 width) {
    u32 cell = blockIdx.x * blockDim.x + threadIdx.x;
    if (cell < positions * width) chances[cell] = goal[cell % width];
}

// Thirty-two targets of one position: block x is the position, block y the targets.
extern "C" __global__ void __launch_bounds__(256)
    target_level(Rows rows, const u16 *most, u32 *chances, u32 first, u32 width) {
    extern __shared__ u32 shared_u32[];
    u32 *grid = shared_u32, *slots = shared_u32 + KEEPS * NEEDS;
    int lane = threadIdx.x % NEEDS, worker = threadIdx.x / NEEDS;
    u32 position = first + blockIdx.x;
    u32 row = rows.position_row[position], upper = rows.position_upper[position];
    // Nobody makes more points than that; these chances are 0 already.
    if (blockIdx.y * NEEDS > most[row]) return;
    int need = blockIdx.y * NEEDS + lane;
    u32 open = rows.open[row];
    for (int slot = worker; slot < SLOTS; slot += NEED_WORKERS) {
        int category = SLOT_CATEGORY[slot];
        u32 chance = 0;
        if (open >> category & 1) {
            u32 gain = 0;
            u32 next = follow(rows, row, upper, category, SLOT_POINTS[slot], &gain);
            chance = chances[(u64)next * width + max(need - (int)gain, 0)];
        }
        slots[slot * NEEDS + lane] = chance;
    }
    __syncthreads();
    stand<u32, NEEDS, NEED_WORKERS>(grid, slots, lane, worker);
    if (worker < 6 && rows.is_special[row]) {
        u32 best = 0;
        for (int category = 0; category < 13; category++) {
            const u8 *score = rows.special + ((row * 6 + worker) * 13 + category) * 2;
            if (score[0] == FORBIDDEN) continue;
            u32 gain = score[1];
            u32 next = follow(rows, row, upper, category, score[0], &gain);
            best = max(best, chances[(u64)next * width + max(need - (int)gain, 0)]);
        }
        grid[(FIRST_OF_SIZE[5] + FIVES[worker]) * NEEDS + lane] = best;
    }
    __syncthreads();
    average<u32, NEEDS, NEED_WORKERS>(grid, lane, worker);
    choose<u32, NEEDS, NEED_WORKERS>(grid, lane, worker);
    average<u32, NEEDS, NEED_WORKERS>(grid, lane, worker);
    choose<u32, NEEDS, NEED_WORKERS>(grid, lane, worker);
    average<u32, NEEDS, NEED_WORKERS>(grid, lane, worker);
    if (worker == 0 && need < width) chances[(u64)position * width + need] = grid[lane];
}

// ChaCha with eight rounds: the words of one stream, as `chance::SeededChance` has them. A block of sixteen words lies
// in shared memory, one column for each thread.
#define THREADS 256

struct Luck {
    u32 *words;
    u32 seed_low, seed_high, stream_low, stream_high, block, used;
};

__device__ __forceinline__ u32 rotate(u32 word, int by) { return __funnelshift_l(word, word, by); }

#define QUARTER(a, b, c, d)                                                                                            \
    a += b; d = rotate(d ^ a, 16);                                                                                     \
    c += d; b = rotate(b ^ c, 12);                                                                                     \
    a += b; d = rotate(d ^ a, 8);                                                                                      \
    c += d; b = rotate(b ^ c, 7);

__device__ __forceinline__ void refill(Luck &luck) {
    const u32 start[16] = {0x61707865u, 0x3320646eu, 0x79622d32u, 0x6b206574u,
                           luck.seed_low, luck.seed_high, 0, 0,
                           0, 0, 0, 0,
                           luck.block, 0, luck.stream_low, luck.stream_high};
    u32 x[16];
#pragma unroll
    for (int word = 0; word < 16; word++) x[word] = start[word];
#pragma unroll
    for (int round = 0; round < 4; round++) {
        QUARTER(x[0], x[4], x[8], x[12]) QUARTER(x[1], x[5], x[9], x[13])
        QUARTER(x[2], x[6], x[10], x[14]) QUARTER(x[3], x[7], x[11], x[15])
        QUARTER(x[0], x[5], x[10], x[15]) QUARTER(x[1], x[6], x[11], x[12])
        QUARTER(x[2], x[7], x[8], x[13]) QUARTER(x[3], x[4], x[9], x[14])
    }
#pragma unroll
    for (int word = 0; word < 16; word++) luck.words[word * THREADS] = x[word] + start[word];
    luck.block++;
    luck.used = 0;
}

// A face from 0 to 5. The last four of all words would favour some faces, so they are drawn again.
__device__ __forceinline__ u32 face(Luck &luck) {
    u32 word;
    do {
        if (luck.used == 16) refill(luck);
        word = luck.words[luck.used++ * THREADS];
    } while (word > 0xFFFFFFFBu);
    return word % 6;
}

// Rolls the dice that a keep leaves in the cup.
__device__ __forceinline__ u32 complete(Luck &luck, const u16 *with_face, u32 keep) {
    while (keep < FIRST_OF_SIZE[5]) keep = with_face[keep * 6 + face(luck)];
    return keep - FIRST_OF_SIZE[5];
}

#define HIGHEST 1575

// Whole games: scores[HIGHEST + 1], then points[13], zeros[13] and the games with the upper bonus.
extern "C" __global__ void __launch_bounds__(THREADS)
    play_games(Rows rows, const u8 *moves, const u16 *keeps, const u16 *keeps_first, const u16 *with_face,
               const u8 *slot_of, const u8 *slot_points, u32 seed_low, u32 seed_high, u64 first, u64 end, u32 start,
               u64 *tally) {
    __shared__ u32 words[16 * THREADS];
    __shared__ u16 lattice[210 * 6];
    __shared__ u32 scores[HIGHEST + 1];
    __shared__ u32 counts[27];
    for (int place = threadIdx.x; place < 210 * 6; place += THREADS) lattice[place] = with_face[place];
    for (int place = threadIdx.x; place <= HIGHEST; place += THREADS) scores[place] = 0;
    if (threadIdx.x < 27) counts[threadIdx.x] = 0;
    __syncthreads();
    for (u64 game = first + (u64)blockIdx.x * THREADS + threadIdx.x; game < end; game += (u64)gridDim.x * THREADS) {
        Luck luck = {words + threadIdx.x, seed_low, seed_high, (u32)game, (u32)(game >> 32), 0, 16};
        u32 position = start, total = 0, bonus = 0;
        for (int turn = 0; turn < 13; turn++) {
            const u8 *mine = moves + (u64)position * (ROLLS * 3);
            u32 roll = complete(luck, lattice, 0);
            for (int choice = 0; choice < 2; choice++) {
                u32 place = mine[roll * 3 + choice];
                if (place == 0) break;
                roll = complete(luck, lattice, keeps[keeps_first[roll] + place]);
            }
            u32 box = mine[roll * 3 + 2], row = rows.position_row[position];
            u32 points = slot_points[slot_of[box * ROLLS + roll]], gain = 0;
            if (rows.is_special[row]) {
                for (int five = 0; five < 6; five++) {
                    if (roll == FIVES[five]) {
                        const u8 *score = rows.special + ((row * 6 + five) * 13 + box) * 2;
                        points = score[0];
                        gain = score[1];
                    }
                }
            }
            u32 upper = rows.position_upper[position];
            if (box < 6) bonus |= rows.reach[(upper * 31 + points) * 2 + 1];
            position = follow(rows, row, upper, box, points, &gain);
            total += gain;
            atomicAdd(counts + box, points);
            if (points == 0) atomicAdd(counts + 13 + box, 1u);
        }
        atomicAdd(scores + min(total, (u32)HIGHEST), 1u);
        if (bonus > 0) atomicAdd(counts + 26, 1u);
    }
    __syncthreads();
    for (int place = threadIdx.x; place <= HIGHEST; place += THREADS) {
        if (scores[place] > 0) atomicAdd(tally + place, (u64)scores[place]);
    }
    if (threadIdx.x < 27) atomicAdd(tally + HIGHEST + 1 + threadIdx.x, (u64)counts[threadIdx.x]);
}

// Turns that are played for one box: how many achieve it. `keeps` has the best keep of each roll with one roll left
// and with two. A start of `rolled` has a roll on the table, otherwise dice are kept.
extern "C" __global__ void __launch_bounds__(THREADS)
    play_turns(const u16 *with_face, const u16 *best_keeps, const u8 *achieved, u32 rolled, u32 begin, u32 rolls_left,
               u32 seed_low, u32 seed_high, u64 first, u64 end, u64 *successes) {
    __shared__ u32 words[16 * THREADS];
    __shared__ u16 lattice[210 * 6];
    __shared__ u16 best[2 * ROLLS];
    __shared__ u8 good[ROLLS];
    for (int place = threadIdx.x; place < 210 * 6; place += THREADS) lattice[place] = with_face[place];
    for (int place = threadIdx.x; place < 2 * ROLLS; place += THREADS) best[place] = best_keeps[place];
    for (int place = threadIdx.x; place < ROLLS; place += THREADS) good[place] = achieved[place];
    __syncthreads();
    u32 count = 0;
    for (u64 trial = first + (u64)blockIdx.x * THREADS + threadIdx.x; trial < end; trial += (u64)gridDim.x * THREADS) {
        Luck luck = {words + threadIdx.x, seed_low, seed_high, (u32)trial, (u32)(trial >> 32), 0, 16};
        u32 roll = begin, left = rolls_left;
        if (!rolled) {
            roll = complete(luck, lattice, begin);
            left -= left > 0;
        }
        for (; left > 0; left--) roll = complete(luck, lattice, left == 3 ? 0 : best[(left - 1) * ROLLS + roll]);
        count += good[roll];
    }
    for (int step = 16; step > 0; step /= 2) count += __shfl_down_sync(0xFFFFFFFFu, count, step);
    if (threadIdx.x % 32 == 0 && count > 0) atomicAdd(successes, (u64)count);
}
