//! Turns the built web app into the table of assets that `src/assets.rs` serves. It is in `web/dist` of the repository; a
//! published crate has it in `dist`.
//!
//! A bare clone has neither; then the table holds one page that says how to build the app, so that
//! `cargo build` always works.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// A list for this script, not for browsers.
const ROUTES: &str = "routes.txt";

fn main() {
    let package = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR"));
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let in_repository = package.join("../../web/dist");
    let dist = if in_repository.exists() { in_repository } else { package.join("dist") };

    // Cargo watches a folder with all that is in it. A path that does not exist counts as changed, so
    // without a built app this script runs on every build, and the app is picked up once it appears. The path is
    // absolute, so that another clone that shares the target directory does not take this one's app for its own.
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=placeholder.html");
    println!("cargo:rerun-if-changed=docs");
    println!("cargo:rerun-if-changed={}", dist.display());

    let mut files = Vec::new();
    if dist.join("index.html").is_file() {
        list_files(&dist, &mut files);
        files.sort();
    }

    let mut table = String::from("&[\n");
    if files.is_empty() {
        println!(
            "cargo:warning=the web app is not built; serving a placeholder (cargo xtask build makes the app)"
        );
        add_asset(&mut table, "/index.html", &[String::from("/")], &package.join("placeholder.html"));
    }
    let parameterised = parameterised_routes(&dist);
    for file in &files {
        let path = file.strip_prefix(&dist).expect("every file was found under dist");
        if is_compressed_sibling(file) || path == Path::new(ROUTES) {
            continue;
        }
        let url = url_path(path);
        let routes = match url.strip_suffix(".html") {
            Some("/fallback") => parameterised.clone(),
            Some("/index") => vec![String::from("/")],
            // It answers for all paths that lead nowhere, its own included.
            Some("/not-found") | None => Vec::new(),
            Some(page) => vec![page.to_owned()],
        };
        add_asset(&mut table, &url, &routes, file);
    }
    // The page about the API is our own few files, as they are written.
    for (url, file) in
        [("/docs", "docs/index.html"), ("/docs/page.css", "docs/page.css"), ("/docs/page.js", "docs/page.js")]
    {
        add_asset(&mut table, url, &[], &package.join(file));
    }
    table.push_str("]\n");
    fs::write(out.join("assets_table.rs"), table).expect("cannot write the table of assets into OUT_DIR");
}

/// The routes with parameters, which the build of the app lists as `/t/{code}`.
fn parameterised_routes(dist: &Path) -> Vec<String> {
    let list = fs::read_to_string(dist.join(ROUTES)).unwrap_or_default();
    list.lines().map(str::to_owned).collect()
}

/// The sources of inline scripts that a page allows by itself. The header is stricter than the page in everything
/// else, so it has to name them, too.
fn inline_scripts(page: &str) -> String {
    let is_hash = |source: &&str| {
        let hash = source.strip_prefix("'sha256-").and_then(|rest| rest.strip_suffix('\''));
        hash.is_some_and(|hash| {
            hash.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '='))
        })
    };
    let policy = page.split("<meta http-equiv=\"content-security-policy\" content=\"").nth(1);
    let policy = policy.and_then(|rest| rest.split('"').next()).unwrap_or_default();
    policy.split([' ', ';']).filter(is_hash).collect::<Vec<_>>().join(" ")
}

fn list_files(folder: &Path, files: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).unwrap_or_else(|e| panic!("cannot read {}: {e}", folder.display()));
    for entry in entries {
        let path = entry.unwrap_or_else(|e| panic!("cannot read {}: {e}", folder.display())).path();
        if path.is_dir() {
            list_files(&path, files);
        } else {
            files.push(path);
        }
    }
}

/// The path a browser asks for. Names that would need percent-encoding are refused: the server compares
/// paths byte by byte.
fn url_path(relative: &Path) -> String {
    let mut url = String::new();
    for part in relative.components() {
        let part = part.as_os_str().to_str().unwrap_or_default();
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '~');
        assert!(
            !part.is_empty() && part.chars().all(plain),
            "web/dist/{} cannot be served: use letters, digits, '-', '_', '.' and '~' in file names",
            relative.display()
        );
        url.push('/');
        url.push_str(part);
    }
    url
}

/// `app.js.br` and `app.js.gz` are other forms of `app.js`, not files of their own.
fn is_compressed_sibling(file: &Path) -> bool {
    let compressed = file.extension().is_some_and(|extension| extension == "br" || extension == "gz");
    compressed && file.with_extension("").is_file()
}

fn add_asset(table: &mut String, url: &str, routes: &[String], file: &Path) {
    let content = fs::read(file).unwrap_or_else(|e| panic!("cannot read {}: {e}", file.display()));
    let content_type = content_type(file);
    let is_page = content_type.starts_with("text/html");
    let scripts = if is_page { inline_scripts(&String::from_utf8_lossy(&content)) } else { String::new() };
    writeln!(
        table,
        "    Asset {{\n        path: {url:?},\n        routes: &{routes:?},\n        scripts: {scripts:?},\n        \
         content_type: {content_type:?},\n        hash: \"{:032x}\",\n        \
         identity: include_bytes!({:?}),\n        gzip: {},\n        brotli: {},\n    }},",
        fnv1a_128(&content),
        absolute(file),
        compressed_form(file, "gz", content.len()),
        compressed_form(file, "br", content.len()),
    )
    .expect("writing to a string cannot fail");
}

/// A compressed form is taken only where it is there and saves something.
fn compressed_form(file: &Path, extension: &str, original: usize) -> String {
    let mut name = file.as_os_str().to_owned();
    name.push(".");
    name.push(extension);
    let sibling = PathBuf::from(name);
    match fs::metadata(&sibling) {
        Ok(found) if found.len() < original as u64 => {
            format!("Some(include_bytes!({:?}))", absolute(&sibling))
        }
        _ => String::from("None"),
    }
}

fn absolute(file: &Path) -> PathBuf {
    file.canonicalize().unwrap_or_else(|e| panic!("cannot resolve {}: {e}", file.display()))
}

fn content_type(file: &Path) -> &'static str {
    match file.extension().and_then(|extension| extension.to_str()).unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// FNV-1a with 128 bits: enough to tell two builds of a file apart, and no dependency.
fn fnv1a_128(bytes: &[u8]) -> u128 {
    const OFFSET: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
    bytes.iter().fold(OFFSET, |hash, &byte| (hash ^ u128::from(byte)).wrapping_mul(PRIME))
}
