import {join, relative} from 'node:path'
import ts from 'typescript'

/** A type of kadm that the declaration of an exported one mentions. */
export interface MentionedType {
  readonly name: string
  readonly path: string
  /** The declaration that mentions it. */
  readonly by: string
}

/** Finds the types of kadm's sources that exported declarations mention, directly or through others, and that are not exported. */
export function unexportedTypes(root: string): MentionedType[] {
  const {config} = ts.readConfigFile(join(root, 'tsconfig.json'), (path) => ts.sys.readFile(path)) as {config: unknown}
  const {options} = ts.parseJsonConfigFileContent(config, ts.sys, root)
  const [sources, entry] = [join(root, 'src/'), join(root, 'src/index.ts')]
  const program = ts.createProgram([entry], {...options, noLib: true, types: []})
  const checker = program.getTypeChecker()
  const index = program.getSourceFile(entry)
  const library = index && checker.getSymbolAtLocation(index)
  const target = (symbol: ts.Symbol): ts.Symbol => (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol)
  const exported = new Set((library === undefined ? [] : checker.getExportsOfModule(library)).map(target))
  const known = new Set(exported)
  const missing: MentionedType[] = []
  for (const symbol of known) {
    for (const mentioned of (symbol.declarations ?? []).flatMap((declaration) => [...mentions(declaration)])) {
      const alias = checker.getSymbolAtLocation(mentioned)
      const type = alias && target(alias)
      const path = type?.declarations?.[0]?.getSourceFile().fileName ?? ''
      if (type === undefined || known.has(type) || !path.startsWith(sources) || (type.flags & ts.SymbolFlags.TypeParameter) !== 0) continue
      known.add(type)
      if ((type.flags & ts.SymbolFlags.Type) !== 0) missing.push({name: type.name, path: relative(root, path), by: symbol.name})
    }
  }
  return missing
}

/** The names in the types of a declaration, without private members and bodies. */
function* mentions(node: ts.Node): Generator<ts.Identifier> {
  const isPrivate = ts.canHaveModifiers(node) && ts.getModifiers(node)?.some(({kind}) => kind === ts.SyntaxKind.PrivateKeyword) === true
  if ((isPrivate && !ts.isParameter(node)) || ts.isBlock(node)) return
  if (ts.isIdentifier(node)) {
    const {parent} = node
    if (ts.isTypeReferenceNode(parent) || ts.isExpressionWithTypeArguments(parent) || ts.isTypeQueryNode(parent) || ts.isTypePredicateNode(parent)) yield node
    return
  }
  const hasValue = ts.isVariableDeclaration(node) || ts.isPropertyDeclaration(node) || ts.isParameter(node)
  const parts: ts.Node[] = []
  if (hasValue) parts.push(...node.type === undefined ? [] : [node.type])
  else ts.forEachChild(node, (child) => void parts.push(child))
  for (const part of parts) yield* mentions(part)
}
