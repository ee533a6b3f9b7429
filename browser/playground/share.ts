import {asInput, type Input, limits, sizeError} from './input.js'

/** The beginning of a fragment that holds an input. The number changes with the form of the content. */
const start = '#1='

/** The bytes of an input: UTF-8 has at most three for each UTF-16 unit, and JSON at most six characters. */
const mostBytes = 6 * limits.characters

/** Returns an input, compressed. Browsers do not send fragments to servers. */
async function fragmentOf(input: Input): Promise<string> {
  const stream = new Blob([JSON.stringify(input)]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer())
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return start + btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Returns the fragment of a share link, or the message about an input that no link can hold. */
export async function linkTo(input: Input): Promise<{readonly fragment: string} | {readonly problem: string}> {
  const problem = sizeError(input)
  if (problem !== undefined) return {problem}
  const fragment = await fragmentOf(input)
  return fragment.length > limits.link ? {problem: `A link to these files has ${fragment.length} characters, and this page reads at most ${limits.link}. Share the files instead.`} : {fragment}
}

/** Returns the input in a fragment, or the message about one that cannot be read; undefined for a page without an input in its address. */
export async function inputOf(fragment: string): Promise<Input | string | undefined> {
  if (!fragment.startsWith(start)) return undefined
  if (fragment.length > limits.link) return `The link has ${fragment.length} characters, and this page reads at most ${limits.link}. Ask for the files instead.`
  try {
    const input = asInput(JSON.parse(await decompressed(fragment.slice(start.length))))
    return input === undefined ? 'The link holds no files for this page. Copy the whole link.' : sizeError(input) ?? input
  } catch (error) {
    return error instanceof RangeError ? 'The link holds more than this page reads. Ask for the files instead.' : 'The link is damaged. Copy the whole link.'
  }
}

/** Returns the text, and stops at its largest size: a short link could hold gigabytes. */
async function decompressed(text: string): Promise<string> {
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for (;;) {
    const {value} = await reader.read()
    if (value === undefined) return new TextDecoder('utf-8', {fatal: true}).decode(await new Blob(chunks).arrayBuffer())
    size += value.length
    if (size > mostBytes) {
      void reader.cancel()
      throw new RangeError('too large')
    }
    chunks.push(value)
  }
}
