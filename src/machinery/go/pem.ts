import {base64ErrorOffset, decodeBase64} from './base64.js'

const begin = '-----BEGIN '

const end = '\n-----END '

const dashes = '-----'

interface Block {
  readonly type: string
  /** The lines between the first and the last one: headers, and base64. */
  readonly body: readonly string[]
  /** The offset after the block. */
  readonly next: number
}

/** A decoded PEM block. */
export interface PemBlock {
  readonly type: string
  readonly bytes: Uint8Array
  readonly hasHeaders: boolean
}

/** The PEM blocks in a text, in order; other text is skipped (Go's encoding/pem `Decode`). */
export const pemBlocks = (text: string): PemBlock[] => blocksIn(text).map(({type, body}) => {
  const headers = headerCount(body)
  return {type, bytes: decodeBase64(body.slice(headers).join('')), hasHeaders: headers > 0}
})

/** The types of all PEM blocks in a text, in order. */
export const pemTypes = (text: string): string[] => blocksIn(text).map(({type}) => type)

function blocksIn(text: string): Block[] {
  const blocks: Block[] = []
  for (let block = nextBlock(text, 0); block !== undefined; block = nextBlock(text, block.next)) blocks.push(block)
  return blocks
}

function nextBlock(text: string, from: number): Block | undefined {
  for (let start = from; ;) {
    const endAt = text.indexOf(end, start)
    if (endAt < 0) return undefined
    const block = blockBetween(text, start, endAt)
    if (block !== undefined) return block
    start = endAt + end.length
  }
}

/** The block that ends with the last line at a place, and begins with the last first line before it. */
function blockBetween(text: string, start: number, endAt: number): Block | undefined {
  const before = text.slice(start, endAt)
  const beginAt = before.lastIndexOf(begin)
  if (beginAt < 0 || (beginAt > 0 && before.charAt(beginAt - 1) !== '\n')) return undefined
  const [first = '', ...body] = before.slice(beginAt + begin.length).split('\n')
  const [last = ''] = text.slice(endAt + end.length).split('\n', 1)
  const line = first.trimEnd()
  const type = line.slice(0, -dashes.length)
  if (line !== type + dashes || last.trimEnd() !== line || !isBody(body)) return undefined
  return {type, body, next: endAt + end.length + last.length}
}

/** True if the lines are base64, after the headers of old formats. */
function isBody(lines: readonly string[]): boolean {
  return base64ErrorOffset(lines.slice(headerCount(lines)).join('\n').replace(/[ \t]/g, '')) === undefined
}

const headerCount = (lines: readonly string[]): number => Math.max(lines.findIndex((line) => !line.includes(':')), 0)
