//! No cycles between the modules of a crate.
//!
//! The graph is read from the sources: a module depends on another one of its crate where it names a path into it
//! (`crate::`, `super::`, `self::`, or a re-export of the crate root), in `use` or anywhere in its code. Tests do not
//! count. A module and its own submodules count as one, so a parent may be used by its children; the siblings in one
//! folder are checked among themselves as the top-level modules of the crate are.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use syn::visit::{self, Visit};

use crate::project::Project;

/// A path from the crate root: `["room", "commands"]`.
type ModulePath = Vec<String>;

/// What the modules of one crate name.
#[derive(Debug, Default)]
struct CrateGraph {
    modules: BTreeSet<ModulePath>,
    /// `(from, to)`, both from the crate root; `to` may go on to an item.
    paths: BTreeSet<(ModulePath, ModulePath)>,
    /// What a module re-exports: the path of the name, and the path behind it.
    reexports: BTreeMap<ModulePath, ModulePath>,
}

/// Checks every crate of the workspace.
pub(crate) fn check(project: &Project) -> Result<()> {
    let mut problems = Vec::new();
    let mut modules = 0;
    for (name, source) in crates(project)? {
        let graph = CrateGraph::read(&source)?;
        modules += graph.modules.len();
        for cycle in graph.cycles() {
            problems.push(format!("{name}: {} use each other", cycle.join(", ")));
            problems.extend(graph.edges_within(&cycle));
        }
    }
    println!("{modules} modules");
    problems.iter().for_each(|problem| println!("  {problem}"));
    if problems.is_empty() { Ok(()) } else { bail!("problems: {}", problems.len()) }
}

/// The crates of the workspace and the folders of their sources.
fn crates(project: &Project) -> Result<Vec<(String, PathBuf)>> {
    let folder = project.root().join("crates");
    let entries = fs::read_dir(&folder).with_context(|| format!("reading {}", project.show(&folder)))?;
    let mut crates = vec![(String::from("xtask"), project.root().join("xtask/src"))];
    for entry in entries {
        let entry = entry?;
        let source = entry.path().join("src");
        if source.is_dir() {
            crates.push((entry.file_name().to_string_lossy().into_owned(), source));
        }
    }
    crates.sort();
    Ok(crates)
}

impl CrateGraph {
    fn read(source: &Path) -> Result<Self> {
        let mut graph = Self::default();
        for (module, file) in module_files(source, &ModulePath::new())? {
            let text = fs::read_to_string(&file).with_context(|| format!("reading {}", file.display()))?;
            graph.add(&module, &text).with_context(|| format!("parsing {}", file.display()))?;
        }
        Ok(graph)
    }

    /// Adds one file.
    fn add(&mut self, module: &ModulePath, text: &str) -> Result<()> {
        let file = syn::parse_file(text)?;
        self.modules.insert(module.clone());
        let mut reader = Reader { graph: self, module: module.clone(), children: BTreeSet::new() };
        reader.visit_file(&file);
        Ok(())
    }

    /// The cycles between siblings, each as a sorted list of paths.
    fn cycles(&self) -> Vec<Vec<String>> {
        let parents: BTreeSet<&[String]> =
            self.modules.iter().filter_map(|module| module.split_last().map(|(_, parent)| parent)).collect();
        parents.into_iter().flat_map(|parent| self.cycles_below(parent)).collect()
    }

    /// The cycles between the children of a module.
    fn cycles_below(&self, parent: &[String]) -> Vec<Vec<String>> {
        let depth = parent.len();
        let child = |path: &[String]| {
            let child = path.get(..=depth).filter(|child| child.starts_with(parent))?;
            self.modules.contains(child).then(|| child.to_vec())
        };
        let mut edges: BTreeMap<ModulePath, BTreeSet<ModulePath>> = BTreeMap::new();
        for (from, to) in &self.paths {
            let Some(from) = child(from) else { continue };
            if let Some(to) = child(&self.resolve(to)).filter(|to| *to != from) {
                edges.entry(from).or_default().insert(to);
            }
        }
        strongly_connected(&edges)
            .into_iter()
            .map(|cycle| cycle.iter().map(|path| path.join("::")).collect())
            .collect()
    }

    /// Which of these modules names which.
    fn edges_within(&self, cycle: &[String]) -> BTreeSet<String> {
        let member = |path: &[String]| {
            let path = path.join("::");
            cycle.iter().find(|member| path == **member || path.starts_with(&format!("{member}::")))
        };
        let edge = |(from, to): &(ModulePath, ModulePath)| {
            let (known, named) = (member(from)?, member(&self.resolve(to))?);
            (known != named).then(|| format!("  {} names {}", from.join("::"), named))
        };
        self.paths.iter().filter_map(edge).collect()
    }

    /// Where a path leads behind re-exports.
    fn resolve(&self, path: &[String]) -> ModulePath {
        let mut path = path.to_vec();
        // A chain of re-exports is short; a circle of them does not compile.
        for _ in 0..8 {
            let found = (1..=path.len()).find_map(|end| Some((end, self.reexports.get(&path[..end])?)));
            match found {
                Some((end, behind)) => path = behind.iter().chain(&path[end..]).cloned().collect(),
                None => break,
            }
        }
        path
    }
}

/// The module files below a folder, without those of tests.
fn module_files(folder: &Path, module: &ModulePath) -> Result<Vec<(ModulePath, PathBuf)>> {
    let mut files = Vec::new();
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()?;
    entries.sort();
    for path in entries {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let inner = || module.iter().cloned().chain([stem.clone()]).collect::<ModulePath>();
        if path.is_dir() {
            if stem != "bin" {
                files.extend(module_files(&path, &inner())?);
            }
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            match stem.as_str() {
                "lib" | "main" if module.is_empty() => files.push((ModulePath::new(), path)),
                "mod" => files.push((module.clone(), path)),
                "tests" | "testing" => {}
                _ => files.push((inner(), path)),
            }
        }
    }
    Ok(files)
}

/// Collects the paths that a module names.
struct Reader<'a> {
    graph: &'a mut CrateGraph,
    module: ModulePath,
    /// Modules that this file declares.
    children: BTreeSet<String>,
}

impl Reader<'_> {
    /// A path from the crate root, if it stays in the crate.
    fn absolute(&self, segments: &[String]) -> Option<ModulePath> {
        let mut base = self.module.clone();
        let mut rest = segments;
        match segments.first()?.as_str() {
            "crate" => base.clear(),
            "self" => {}
            "super" => {
                base.pop();
            }
            first if self.children.contains(first) => {
                base.extend(segments.iter().cloned());
                return Some(base);
            }
            _ => return None,
        }
        rest = rest.get(1..)?;
        while rest.first().is_some_and(|segment| segment == "super") {
            base.pop();
            rest = &rest[1..];
        }
        base.extend(rest.iter().cloned());
        Some(base)
    }

    fn name(&mut self, segments: &[String]) {
        if let Some(path) = self.absolute(segments) {
            self.graph.paths.insert((self.module.clone(), path));
        }
    }

    /// Every path of a `use`. A re-export is no dependency of the module that has it, but a name for something else.
    fn name_tree(&mut self, tree: &syn::UseTree, before: &mut Vec<String>, reexported: bool) {
        match tree {
            syn::UseTree::Path(path) => {
                before.push(path.ident.to_string());
                self.name_tree(&path.tree, before, reexported);
                before.pop();
            }
            syn::UseTree::Name(name) => self.use_one(before, &name.ident.to_string(), None, reexported),
            syn::UseTree::Rename(rename) => {
                let as_name = rename.rename.to_string();
                self.use_one(before, &rename.ident.to_string(), Some(as_name), reexported);
            }
            syn::UseTree::Glob(_) => self.name(&before.clone()),
            syn::UseTree::Group(group) => {
                group.items.iter().for_each(|tree| self.name_tree(tree, before, reexported));
            }
        }
    }

    fn use_one(&mut self, before: &[String], name: &str, as_name: Option<String>, reexported: bool) {
        let mut path = before.to_vec();
        if name != "self" {
            path.push(name.to_owned());
        }
        match self.absolute(&path).filter(|_| reexported) {
            Some(behind) => {
                let shown = as_name.unwrap_or_else(|| name.to_owned());
                let known = self.module.iter().cloned().chain([shown]).collect::<ModulePath>();
                if known != behind {
                    self.graph.reexports.insert(known, behind);
                }
            }
            None => self.name(&path),
        }
    }

    /// Paths in what a macro is given, which is not parsed.
    fn name_tokens(&mut self, tokens: proc_macro2::TokenStream) {
        let mut path: Vec<String> = Vec::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                proc_macro2::TokenTree::Ident(ident) => {
                    if colons != 2 {
                        self.name(&std::mem::take(&mut path));
                    }
                    path.push(ident.to_string());
                    colons = 0;
                }
                proc_macro2::TokenTree::Punct(punct) if punct.as_char() == ':' => colons += 1,
                proc_macro2::TokenTree::Punct(_) | proc_macro2::TokenTree::Literal(_) => {
                    self.name(&std::mem::take(&mut path));
                    colons = 0;
                }
                proc_macro2::TokenTree::Group(group) => {
                    self.name(&std::mem::take(&mut path));
                    colons = 0;
                    self.name_tokens(group.stream());
                }
            }
        }
        self.name(&path);
    }
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_file(&mut self, file: &'ast syn::File) {
        let declared = file.items.iter().filter_map(|item| {
            let syn::Item::Mod(module) = item else { return None };
            Some(module.ident.to_string())
        });
        self.children = declared.collect();
        visit::visit_file(self, file);
    }

    fn visit_item(&mut self, item: &'ast syn::Item) {
        if !is_for_tests(attributes(item)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        if module.content.is_none() {
            return;
        }
        // What stands in a module inside the file counts as part of the file, but `super` is the file there.
        let inner = self.module.iter().cloned().chain([module.ident.to_string()]).collect();
        let outer = std::mem::replace(&mut self.module, inner);
        visit::visit_item_mod(self, module);
        self.module = outer;
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        let reexported = !matches!(item.vis, syn::Visibility::Inherited);
        self.name_tree(&item.tree, &mut Vec::new(), reexported);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let segments: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        if segments.len() > 1 {
            self.name(&segments);
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, called: &'ast syn::Macro) {
        self.name_tokens(called.tokens.clone());
        visit::visit_macro(self, called);
    }
}

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "only items that can hold paths matter, and syn's enum is open"
)]
fn attributes(item: &syn::Item) -> &[syn::Attribute] {
    match item {
        syn::Item::Fn(item) => &item.attrs,
        syn::Item::Impl(item) => &item.attrs,
        syn::Item::Mod(item) => &item.attrs,
        syn::Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

fn is_for_tests(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        syn::Meta::List(list) => list.path.is_ident("cfg") && list.tokens.to_string() == "test",
        syn::Meta::Path(path) => path.is_ident("test"),
        syn::Meta::NameValue(_) => false,
    })
}

/// The groups of nodes in which every node reaches every other one, of two nodes or more.
fn strongly_connected(edges: &BTreeMap<ModulePath, BTreeSet<ModulePath>>) -> Vec<Vec<ModulePath>> {
    let reached = |from: &ModulePath| {
        let (mut seen, mut open) = (BTreeSet::new(), vec![from]);
        while let Some(node) = open.pop() {
            open.extend(edges.get(node).into_iter().flatten().filter(|next| seen.insert((*next).clone())));
        }
        seen
    };
    let reach: BTreeMap<&ModulePath, BTreeSet<ModulePath>> =
        edges.keys().map(|node| (node, reached(node))).collect();
    let mut groups: BTreeSet<Vec<ModulePath>> = BTreeSet::new();
    for (node, there) in &reach {
        let back = there.iter().filter(|other| reach.get(other).is_some_and(|reach| reach.contains(*node)));
        let mut group: Vec<ModulePath> = back.cloned().chain([(*node).clone()]).collect();
        group.sort();
        group.dedup();
        if group.len() > 1 {
            groups.insert(group);
        }
    }
    groups.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(files: &[(&str, &str)], cycles: &[&[&str]]) {
        let mut graph = CrateGraph::default();
        for (module, text) in files {
            let path = module.split("::").filter(|part| !part.is_empty()).map(str::to_owned).collect();
            graph.add(&path, text).expect("the text is Rust");
        }
        assert_eq!(graph.cycles(), cycles, "{files:?}");
    }

    #[test]
    fn modules_that_use_each_other_are_found() {
        check(
            &[("", "mod a; mod b;"), ("a", "use crate::b::B;"), ("b", "fn f(_: crate::a::A) {}")],
            &[&["a", "b"]],
        );
        check(&[("", "mod a; mod b;"), ("a", "use crate::b::B;"), ("b", "fn f() {}")], &[]);
    }

    #[test]
    fn a_longer_circle_is_one_cycle() {
        let files = [
            ("a", "use super::b;"),
            ("b", "use crate::{c::C, d};"),
            ("c", "fn f() { x!(crate::a::f()) }"),
            ("d", ""),
        ];
        check(&files, &[&["a", "b", "c"]]);
    }

    #[test]
    fn a_name_that_the_root_exports_leads_to_its_module() {
        let files = [("", "mod a; mod b; pub use b::B;"), ("a", "use crate::B;"), ("b", "use crate::a;")];
        check(&files, &[&["a", "b"]]);
    }

    #[test]
    fn parents_and_children_are_one_and_siblings_are_not() {
        let parent = ("a", "mod x; mod y; use self::x::X; struct A;");
        check(&[parent, ("a::x", "use super::A;"), ("a::y", "use super::x::X;")], &[]);
        check(&[parent, ("a::x", "use super::y::Y;"), ("a::y", "use super::x::X;")], &[&["a::x", "a::y"]]);
    }

    #[test]
    fn tests_do_not_count() {
        let files = [
            ("a", "use crate::b;"),
            ("b", "#[cfg(test)] mod tests { use crate::a; } #[cfg(test)] use crate::a;"),
        ];
        check(&files, &[]);
    }
}
