const lineFeed = 0x0a
const colon = 0x3a
/** The number of nodes that a character begins: `,` a value, `[` and `{` a collection and its first value. */
const nodesAt = tableOf({',': 1, '[': 2, '{': 2})
/** Characters that count only before white space: `- ` begins a list and its item, `? ` and `: ` a key and its value. */
const countsBeforeSpace = tableOf({'-': 1, '?': 1, ':': 1})
const isSpace = tableOf({' ': 1, '\t': 1, '\r': 1, '\n': 1})
/** The last characters of keys in JSON and flow maps: a colon after them needs no white space. */
const isKeyEnd = tableOf({'"': 1, "'": 1, '}': 1, ']': 1})

function tableOf(counts: Readonly<Record<string, number>>): Uint8Array {
  const table = new Uint8Array(2 ** 16)
  for (const [character, count] of Object.entries(counts)) table[character.charCodeAt(0)] = count
  return table
}

/** The parts of which a text has too many. */
export type ExceededLimit = 'lines' | 'nodes'

/**
 * Returns what a text has too many of: lines, or nodes (maps, lists, keys and values) by the marks around them. Also counts marks in
 * quoted texts. Allocates no memory, so it can check a text before it is parsed.
 */
export function exceededLimit(text: string, maxNodes: number, maxLines: number): ExceededLimit | undefined {
  if (2 * text.length <= maxNodes && text.length <= maxLines) return undefined
  let [nodes, lines] = [0, 0]
  for (let i = 0; i < text.length; i++) {
    if (text.charCodeAt(i) === lineFeed && ++lines > maxLines) return 'lines'
    nodes += nodesFrom(text, i)
    if (nodes > maxNodes) return 'nodes'
  }
  return undefined
}

/** Returns the number of maps, lists, keys and values of a text by the marks around them, as `excessOf` counts them. */
export function countNodes(text: string): number {
  let nodes = 0
  for (let i = 0; i < text.length; i++) nodes += nodesFrom(text, i)
  return nodes
}

/** Returns the number of nodes that the character at an offset begins. */
function nodesFrom(text: string, at: number): number {
  const code = text.charCodeAt(at)
  const nodes = nodesAt[code] ?? 0
  return countsBeforeSpace[code] === 1 && separates(text, at, code) ? nodes + 2 : nodes
}

const separates = (text: string, at: number, code: number): boolean =>
  at + 1 === text.length || isSpace[text.charCodeAt(at + 1)] === 1 || (code === colon && isKeyEnd[text.charCodeAt(at - 1)] === 1)
