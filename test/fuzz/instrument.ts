import ts from 'typescript'

/** Global variable with the counters of the instrumented program: executions of each branch, modulo 256. */
export const countersName = '__kadmFuzzCounters'

/** Room for the branches of the program; it has about 21,000. */
export const maxBranches = 1 << 16

/** A text to insert at a place. */
interface Insertion {
  readonly at: number
  readonly text: string
  /** True for the end of a branch. */
  readonly isEnd?: true
}

/**
 * Adds a counter to each branch of a module: functions, both sides of conditions, cases, loops, and right operands of `&&`, `||` and `??`.
 * Lines stay where they are.
 *
 * @param next returns the number of the next branch
 */
export function instrument(text: string, path: string, next: () => number): string {
  const insertions: Insertion[] = []
  const visit = (node: ts.Node): void => {
    insertions.push(...insertionsFor(node, next))
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true))
  if (insertions.length === 0) return text
  return `const __counters = globalThis.${countersName} ??= new Uint8Array(${maxBranches});${withInsertions(text, insertions)}`
}

function withInsertions(text: string, insertions: readonly Insertion[]): string {
  const parts: string[] = []
  let end = 0
  for (const {at, text: inserted} of inOrder(insertions)) {
    parts.push(text.slice(end, at), inserted)
    end = at
  }
  return parts.join('') + text.slice(end)
}

/** Order at equal places: ends of inner branches first, then starts of outer ones. */
const inOrder = (insertions: readonly Insertion[]): readonly Insertion[] => insertions
  .map((insertion, i) => ({...insertion, rank: insertion.isEnd === true ? -i : insertions.length + i}))
  .sort((a, b) => a.at - b.at || a.rank - b.rank)

/** The insertions that count the branches of one node. */
function insertionsFor(node: ts.Node, next: () => number): Insertion[] {
  const count = (): string => `__counters[${next()}]++`
  const expression = (branch: ts.Expression): Insertion[] => [{at: branch.getStart(), text: `(${count()},`}, {at: branch.end, text: ')', isEnd: true}]
  const statement = (branch: ts.Statement): Insertion[] => ts.isBlock(branch)
    ? [{at: branch.getStart() + 1, text: `${count()};`}]
    : [{at: branch.getStart(), text: `{${count()};`}, {at: branch.end, text: '}', isEnd: true}]
  if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) return ts.isBlock(node.body) ? statement(node.body) : expression(node.body)
  if (ts.isConditionalExpression(node)) return [...expression(node.whenTrue), ...expression(node.whenFalse)]
  if (ts.isBinaryExpression(node) && isShortCircuit(node.operatorToken.kind)) return expression(node.right)
  if (ts.isIfStatement(node)) return [...statement(node.thenStatement), ...node.elseStatement === undefined ? [] : statement(node.elseStatement)]
  if (ts.isIterationStatement(node, false)) return statement(node.statement)
  if (ts.isCaseOrDefaultClause(node) && node.statements[0] !== undefined) return [{at: node.statements[0].getStart(), text: `${count()};`}]
  return []
}

const isShortCircuit = (kind: ts.SyntaxKind): boolean =>
  kind === ts.SyntaxKind.AmpersandAmpersandToken || kind === ts.SyntaxKind.BarBarToken || kind === ts.SyntaxKind.QuestionQuestionToken
