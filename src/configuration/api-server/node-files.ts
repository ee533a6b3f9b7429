import {greatest} from '../../machinery/append.js'
import type {SourceFile} from '../../source/source-file.js'

/**
 * Finds the file that a path on the node of an API server stands for: of the files with its name the one whose folders agree the
 * furthest with one of the paths, from the name upward.
 *
 * @param paths the path in the container, and where it may lie on the node
 * @returns several files where more than one fits as well; none where no file has the name
 */
export function filesFor(paths: readonly string[], files: readonly SourceFile[]): readonly SourceFile[] {
  const scored = files.map((file) => ({file, score: greatest(paths.map((path) => sharedEnd(segmentsOf(path), segmentsOf(file.path))), 0)}))
  const best = greatest(scored.map(({score}) => score), 1)
  return scored.filter(({score}) => score === best).map(({file}) => file)
}

const segmentsOf = (path: string): string[] => path.split(/[\\/]+/).filter((segment) => segment !== '' && segment !== '.')

/** How many segments two paths have in common at their ends. */
function sharedEnd(a: readonly string[], b: readonly string[]): number {
  let count = 0
  while (count < Math.min(a.length, b.length) && a.at(-1 - count) === b.at(-1 - count)) count++
  return count
}
