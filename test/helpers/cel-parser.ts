/** Parses the expressions of native policies: only the subset of CEL that exported and recorded policies use. */
export type CelNode =
  | {readonly is: 'value', readonly value: string | number | boolean}
  | {readonly is: 'name', readonly name: string}
  | {readonly is: 'list', readonly items: readonly CelNode[]}
  | {readonly is: 'map', readonly entries: readonly CelEntry[]}
  | {readonly is: 'message', readonly type: string, readonly fields: readonly CelEntry[]}
  | {readonly is: 'select', readonly of: CelNode, readonly key: CelNode, readonly isOptional: boolean}
  | {readonly is: 'call', readonly of?: CelNode, readonly name: string, readonly args: readonly CelNode[]}
  | {readonly is: 'not', readonly of: CelNode}
  | {readonly is: 'infix', readonly operator: string, readonly left: CelNode, readonly right: CelNode}
  | {readonly is: 'choice', readonly condition: CelNode, readonly then: CelNode, readonly otherwise: CelNode}

export interface CelEntry {
  readonly key: CelNode
  readonly value: CelNode
  readonly isOptional: boolean
}

const token = /\s*(?:([A-Za-z_]\w*)|(\d+)|("(?:[^"\\\n\r]|\\.)*")|(\|\||&&|[=!]=|[[\](){}.,:?!+]))/y

const escapes: Readonly<Record<string, string>> = {'"': '"', '\\': '\\', n: '\n', r: '\r', t: '\t', b: '\b', f: '\f'}

/** Returns the value of a string literal as the CEL specification defines it, which differs from JSON. */
export function unescapeCel(quoted: string): string {
  return quoted.slice(1, -1).replace(/\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))/g, (whole, short: string | undefined, long: string | undefined, letter: string) => {
    const hex = short ?? long
    if (hex === undefined) {
      const character = escapes[letter]
      if (character === undefined) throw new Error(`CEL has no escape ${whole}`)
      return character
    }
    const code = parseInt(hex, 16)
    if (code >= 0xd800 && code < 0xe000) throw new Error(`invalid unicode code point ${whole}`)
    return String.fromCodePoint(code)
  })
}

/** Infix operators by precedence, the lowest first. */
const levels = [['||'], ['&&'], ['==', '!=', 'in'], ['+']]

class Parser {
  private readonly tokens: string[] = []
  private at = 0

  constructor(text: string) {
    token.lastIndex = 0
    while (token.lastIndex < text.trimEnd().length) {
      const start = token.lastIndex
      const match = token.exec(text)
      if (match === null) throw new Error(`cannot read CEL at: ${text.slice(start, start + 30)}`)
      this.tokens.push(match[0].trim())
    }
  }

  whole(): CelNode {
    const node = this.expression()
    if (this.at < this.tokens.length) throw new Error(`unexpected ${this.tokens[this.at] ?? ''}`)
    return node
  }

  private takes(text: string): boolean {
    const isNext = this.tokens[this.at] === text
    if (isNext) this.at++
    return isNext
  }

  private take(text?: string): string {
    const next = this.tokens[this.at++]
    if (next === undefined || (text !== undefined && next !== text)) throw new Error(`expected ${text ?? 'more'}, found ${next ?? 'the end'}`)
    return next
  }

  private expression(): CelNode {
    const condition = this.infix(0)
    if (!this.takes('?')) return condition
    const then = this.infix(0)
    this.take(':')
    return {is: 'choice', condition, then, otherwise: this.expression()}
  }

  private infix(level: number): CelNode {
    const operators = levels[level]
    if (operators === undefined) return this.unary()
    let left = this.infix(level + 1)
    for (;;) {
      const operator = operators.find((each) => this.takes(each))
      if (operator === undefined) return left
      left = {is: 'infix', operator, left, right: this.infix(level + 1)}
    }
  }

  private unary(): CelNode {
    return this.takes('!') ? {is: 'not', of: this.unary()} : this.member()
  }

  private member(): CelNode {
    let node = this.primary()
    for (;;) {
      if (this.takes('.')) node = this.field(node, this.takes('?'))
      else if (this.takes('[')) {
        const isOptional = this.takes('?')
        node = {is: 'select', of: node, key: this.expression(), isOptional}
        this.take(']')
      } else if (this.tokens[this.at] === '{' && pathOf(node).startsWith('Object')) {
        this.take()
        node = {is: 'message', type: pathOf(node), fields: this.entries(() => ({is: 'value', value: this.take()}))}
      } else return node
    }
  }

  private field(of: CelNode, isOptional: boolean): CelNode {
    const name = this.take()
    if (!isOptional && this.takes('(')) return {is: 'call', of, name, args: this.list(')')}
    return {is: 'select', of, key: {is: 'value', value: name}, isOptional}
  }

  private primary(): CelNode {
    const next = this.take()
    if (next === '(') {
      const node = this.expression()
      this.take(')')
      return node
    }
    if (next === '[') return {is: 'list', items: this.list(']')}
    if (next === '{') return {is: 'map', entries: this.entries(() => this.expression())}
    if (next.startsWith('"')) return {is: 'value', value: unescapeCel(next)}
    if (/^\d/.test(next)) return {is: 'value', value: Number(next)}
    if (next === 'true' || next === 'false') return {is: 'value', value: next === 'true'}
    if (!/^\w+$/.test(next)) throw new Error(`unexpected ${next}`)
    return this.takes('(') ? {is: 'call', name: next, args: this.list(')')} : {is: 'name', name: next}
  }

  private list(end: string): CelNode[] {
    const items: CelNode[] = []
    while (!this.takes(end)) {
      if (items.length > 0) this.take(',')
      items.push(this.expression())
    }
    return items
  }

  private entries(key: () => CelNode): CelEntry[] {
    const entries: CelEntry[] = []
    while (!this.takes('}')) {
      if (entries.length > 0) this.take(',')
      const isOptional = this.takes('?')
      const name = key()
      this.take(':')
      entries.push({key: name, value: this.expression(), isOptional})
    }
    return entries
  }
}

const pathOf = (node: CelNode): string => {
  if (node.is === 'name') return node.name
  return node.is === 'select' && node.key.is === 'value' ? `${pathOf(node.of)}.${String(node.key.value)}` : ''
}

/** Parses an expression. */
export const parseCel = (text: string): CelNode => new Parser(text).whole()
