import { globSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import ts from "typescript";

/** A declaration at the top level of a file, named `file#name`, with the names of the declarations that it uses. */
interface Declaration {
  file: string;
  uses: ReadonlySet<string>;
}

/** All declarations at the top level of the source, by their names (`lib/table/read.ts#getItem`). */
export type CallGraph = ReadonlyMap<string, Declaration>;

/** Reads which declarations of `lib` and `functions` use which others, from imports and the syntax tree; types don't count. */
export function readCallGraph(): CallGraph {
  const graph = new Map<string, Declaration>();
  for (const file of globSync(["lib/**/*.ts", "functions/**/*.ts"])) {
    const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
    const own = source.statements.flatMap(declarationsOf);
    const names = new Map([
      ...source.statements.flatMap((statement) => importedNames(file, statement)),
      ...own.map(({ name }): [string, string] => [name, `${file}#${name}`]),
    ]);
    for (const { name, node } of own) graph.set(`${file}#${name}`, { file, uses: usesIn(node, names) });
  }
  return graph;
}

type Node = ts.FunctionDeclaration | ts.ClassDeclaration | ts.VariableDeclaration;

function declarationsOf(statement: ts.Statement): { name: string; node: Node }[] {
  if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement))
    return statement.name ? [{ name: statement.name.text, node: statement }] : [];
  if (!ts.isVariableStatement(statement)) return [];
  return statement.declarationList.declarations.flatMap((node) =>
    ts.isIdentifier(node.name) ? [{ name: node.name.text, node }] : [],
  );
}

/** The names that an import binds, with the declarations they stand for. */
function importedNames(file: string, statement: ts.Statement): [string, string][] {
  if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return [];
  const { text } = statement.moduleSpecifier;
  const target = text.startsWith("#") ? text.slice(1) : posix.join(posix.dirname(file), text);
  const bindings = statement.importClause?.namedBindings;
  if (!bindings || !ts.isNamedImports(bindings)) return [];
  return bindings.elements.map(({ name, propertyName }) => [
    name.text,
    `${target}#${(propertyName ?? name).text}`,
  ]);
}

function usesIn(node: Node, names: ReadonlyMap<string, string>): Set<string> {
  const uses = new Set<string>();
  const visit = (child: ts.Node): void => {
    if (ts.isTypeNode(child) && !ts.isExpressionWithTypeArguments(child)) return;
    const use = ts.isIdentifier(child) && !isMember(child) ? names.get(child.text) : undefined;
    if (use !== undefined) uses.add(use);
    ts.forEachChild(child, visit);
  };
  ts.forEachChild(node, visit);
  return uses;
}

/** Whether an identifier names a member, as in `a.name` and `{ name: … }`, and not the declaration of that name. */
const isMember = (identifier: ts.Identifier): boolean =>
  (ts.isPropertyAccessExpression(identifier.parent) || ts.isPropertyAssignment(identifier.parent)) &&
  identifier.parent.name === identifier;

/** The files of the declarations on a path of uses from `start` to a declaration in one of the files `ends`. */
export function filesBetween(graph: CallGraph, start: string, ends: readonly string[]): Set<string> {
  if (!graph.has(start)) throw new Error(`${start} not found`);
  const users = new Map<string, string[]>();
  for (const [name, { uses }] of graph)
    for (const used of uses) users.set(used, [...(users.get(used) ?? []), name]);
  const endings = [...graph].filter(([, { file }]) => ends.includes(file)).map(([name]) => name);
  const leading = closure(endings, (name) => users.get(name) ?? []);
  const used = closure([start], (name) => graph.get(name)?.uses ?? []);
  return new Set([...used].flatMap((name) => (leading.has(name) ? (graph.get(name)?.file ?? []) : [])));
}

function closure(starts: Iterable<string>, next: (name: string) => Iterable<string>): Set<string> {
  const found = new Set(starts);
  for (const name of found) for (const other of next(name)) found.add(other);
  return found;
}
