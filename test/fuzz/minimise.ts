import type {Content, FuzzCase} from './fuzz-case.js'

/** Returns true if a smaller case fails in the same way. */
export type StillFails = (fuzzCase: FuzzCase) => Promise<boolean>

/**
 * Minimises a failing case: removes files, arguments, nodes, lines and bytes that the failure does not need (delta debugging).
 *
 * @param attempts maximum number of smaller cases to try
 */
export async function minimise(fuzzCase: FuzzCase, stillFails: StillFails, attempts: number): Promise<FuzzCase> {
  let smallest = fuzzCase
  let left = attempts
  const attempt = async (smaller: FuzzCase): Promise<boolean> => {
    if (left-- <= 0 || !await stillFails(smaller)) return false
    smallest = smaller
    return true
  }
  const paths = Object.keys(fuzzCase.files)
  const withOnly = (some: readonly string[]): FuzzCase =>
    ({...smallest, files: only(fuzzCase.files, some), argv: withoutPaths(smallest.argv, paths.filter((path) => !some.includes(path)))})
  await reduce(paths, (some) => attempt(withOnly(some)))
  await reduce(smallest.argv.slice(1), async (some) => attempt({...smallest, argv: [...smallest.argv.slice(0, 1), ...some]}))
  for (const path of Object.keys(smallest.files)) {
    const write = (content: Content): Promise<boolean> => attempt({...smallest, files: {...smallest.files, [path]: content}})
    await reduceContent(smallest.files[path] ?? '', write)
  }
  if (smallest.stdin !== undefined) await reduceContent(smallest.stdin, (content) => attempt({...smallest, stdin: content as string}))
  return smallest
}

const only = (files: FuzzCase['files'], paths: readonly string[]): FuzzCase['files'] => Object.fromEntries(Object.entries(files).filter(([path]) => paths.includes(path)))

/** Arguments without some paths, and without the flags whose values they are. */
function withoutPaths(argv: readonly string[], paths: readonly string[]): string[] {
  return argv.filter((word, i) => !paths.includes(word) && !(/^-[ep]$/.test(word) && paths.includes(argv[i + 1] ?? '')))
}

async function reduceContent(content: Content, write: (content: Content) => Promise<boolean>): Promise<void> {
  let current = content
  const keep = async (smaller: Content): Promise<boolean> => {
    if (!await write(smaller)) return false
    current = smaller
    return true
  }
  const text = typeof content === 'string' ? content : Buffer.from(content).toString('utf8')
  // Bytes that are not valid text stay bytes.
  if (typeof content !== 'string' && !await keep(text)) {
    await reduce([...content], (some) => keep(Buffer.from(some)))
    return
  }
  await reduceNodes(text, keep)
  for (const separator of ['\n', /(?<=[ ,:{}[\]"])/, '']) await reduce(String(current).split(separator), (some) => keep(some.join(typeof separator === 'string' ? separator : '')))
}

/** Minimises JSON, node by node. */
async function reduceNodes(text: string, keep: (text: string) => Promise<boolean>): Promise<void> {
  let root: unknown
  try {
    root = JSON.parse(text)
  } catch {
    return
  }
  const visit = async (container: unknown): Promise<void> => {
    if (typeof container !== 'object' || container === null) return
    for (const key of Object.keys(container).reverse()) {
      const map = container as Record<string, unknown>
      const value = map[key]
      if (Array.isArray(container)) container.splice(Number(key), 1)
      else Reflect.deleteProperty(map, key)
      if (await keep(JSON.stringify(root))) continue
      if (Array.isArray(container)) container.splice(Number(key), 0, value)
      else Object.defineProperty(map, key, {value, enumerable: true, configurable: true, writable: true})
      await visit(value)
    }
  }
  await visit(root)
}

/**
 * Finds fewer items that are enough (ddmin): leaves out halves, then quarters, down to single items.
 *
 * @param isEnough called with fewer and fewer items; the last ones for which it returns true are the result
 */
export async function reduce<T>(items: readonly T[], isEnough: (items: readonly T[]) => Promise<boolean>): Promise<readonly T[]> {
  let kept = items
  let size = kept.length
  while (size >= 1 && kept.length > 0) {
    let isSmaller = false
    for (let from = 0; from < kept.length;) {
      const rest = [...kept.slice(0, from), ...kept.slice(from + size)]
      if (await isEnough(rest)) {
        kept = rest
        isSmaller = true
      } else from += size
    }
    if (size === 1 && !isSmaller) break
    size = size > 1 ? Math.ceil(size / 2) : 1
  }
  return kept
}
