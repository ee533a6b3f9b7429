import ts from 'typescript'

/** Prose in a file: a page, a comment, the description in a file of data, the name of a test, or a message. */
export interface Prose {
  readonly kind: 'comment' | 'description' | 'documentation' | 'message' | 'page' | 'test'
  /** Markdown. */
  readonly text: string
  /** The line of the file on which the text begins, from 1. */
  readonly line: number
}

/** Returns the comments of a source file, and its string literals of three words or more, by line. */
export function proseOfSource(path: string, text: string): Prose[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  return [...comments(file), ...strings(file)].toSorted((a, b) => a.line - b.line)
}

function comments(file: ts.SourceFile): Prose[] {
  const found: Prose[] = []
  let end = 0
  for (const range of commentRanges(file)) {
    const comment = file.text.slice(range.pos, range.end)
    const line = lineOf(file, range.pos)
    const last = found.at(-1)
    if (last !== undefined && comment.startsWith('//') && line === end + 1 && beginsLine(file, range.pos)) {
      found[found.length - 1] = {...last, text: `${last.text}\n${contentOf(comment)}`}
    } else {
      found.push({kind: comment.startsWith('/**') ? 'documentation' : 'comment', text: contentOf(comment), line})
    }
    end = lineOf(file, range.end)
  }
  return found
}

function commentRanges(file: ts.SourceFile): ts.CommentRange[] {
  const ranges = new Map<number, ts.CommentRange>()
  const visit = (node: ts.Node): void => {
    const before = ts.getLeadingCommentRanges(file.text, node.getFullStart()) ?? []
    const after = ts.getTrailingCommentRanges(file.text, node.getEnd()) ?? []
    for (const range of [...before, ...after]) ranges.set(range.pos, range)
    for (const child of node.getChildren(file)) visit(child)
  }
  visit(file)
  return [...ranges.values()].toSorted((a, b) => a.pos - b.pos)
}

/** Returns the text of a comment without its marks, line by line. A tag of a documentation comment begins a paragraph. */
const contentOf = (comment: string): string => comment
  .replace(/^#!.*/, '')
  .replace(/^\/\*\*?|\*\/$/g, '')
  .replace(/^[ \t]*(?:\*|\/\/) ?/gm, '')
  .replace(/^[ \t]*@(?:(?:param|throws|template) \S+|\w+)/gm, '- ')

/** Returns the comments that begin with # or //, and the descriptions in YAML and JSON, by line. */
export function proseOfData(text: string): Prose[] {
  const found: Prose[] = []
  let end = 0
  for (const [index, content] of text.split('\n').entries()) {
    const line = index + 1
    for (const [, json, yaml] of content.matchAll(description)) found.push({kind: 'description', text: yaml ?? String(JSON.parse(json ?? '')), line})
    const {before = '', comment} = lineComment.exec(content)?.groups ?? {}
    if (comment === undefined) continue
    const last = found.at(-1)
    if (last?.kind === 'comment' && line === end + 1 && before.trim() === '') found[found.length - 1] = {...last, text: `${last.text}\n${comment}`}
    else found.push({kind: 'comment', text: comment, line})
    end = line
  }
  return found
}

const description = /"description": ("(?:[^"\\]|\\.)*")|^\s*description: ([^\s"'|>{[].*)/g

const lineComment = /^(?<before>|.*\s)(?:#(?!!)|\/\/) ?(?<comment>.*)$/

const sentence = /\w+ \w+ \w+/

function strings(file: ts.SourceFile): Prose[] {
  const found: Prose[] = []
  const visit = (node: ts.Node): void => {
    const text = textOf(node)
    if (text !== undefined && sentence.test(text)) {
      found.push({kind: isTestName(node) ? 'test' : 'message', text, line: lineOf(file, node.getStart(file))})
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** Returns the text of a string literal or template. Code takes the place of its expressions. */
function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text
  if (ts.isTemplateExpression(node)) return [node.head.text, ...node.templateSpans.map(({literal}) => `\`x\`${literal.text}`)].join('')
  return undefined
}

const isTestName = ({parent}: ts.Node): boolean =>
  ts.isCallExpression(parent) && /^(?:describe|it)\b/.test(parent.expression.getText())

const lineOf = (file: ts.SourceFile, position: number): number => file.getLineAndCharacterOfPosition(position).line + 1

const beginsLine = (file: ts.SourceFile, position: number): boolean => file.text.slice(file.getPositionOfLineAndCharacter(lineOf(file, position) - 1, 0), position).trim() === ''
