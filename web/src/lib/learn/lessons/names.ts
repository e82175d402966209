/** The lessons by name: the page that lists them is built before any module is loaded. A test compares it with the module. */
export const LESSON_NAMES = [
  { name: 'counting', title: 'Counting', goal: 'Count the ways dice can fall, and turn them into a chance.' },
  { name: 'complements', title: 'Complements', goal: 'Find the chance of at least one by counting none.' },
  { name: 'runs', title: 'Open and closed runs', goal: 'See at a glance which run is worth a throw.' },
  { name: 'keeps', title: 'Keeping less', goal: 'Keep only what you collect, and throw the rest.' },
  { name: 'sets', title: 'Sets first', goal: 'Keep equal dice together, and choose the right pair.' },
  { name: 'straights', title: 'Straights', goal: 'Know when a run beats a pair.' },
  { name: 'expected-value', title: 'Expected value', goal: 'Weigh points in hand against the average of what may come.' },
  { name: 'greed', title: 'Greed', goal: 'See what the most points now can cost later.' },
  { name: 'bonus', title: 'The bonus', goal: 'Play the upper boxes for the 35 points that wait at 63.' },
  { name: 'zeros', title: 'Zeros', goal: 'When nothing fits, give up the box that costs least.' },
  { name: 'chance', title: 'The safety net', goal: 'Spend Chance on the roll that needs it.' },
  { name: 'bonus-dice', title: 'Further Dicees', goal: 'Use the 100 points that every further Dicee brings.' },
] as const;
