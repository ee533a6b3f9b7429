import {join} from 'node:path'

import {isKustomizationName} from '../../src/repository/neighbourhood.js'
import {Repository} from '../../src/repository/repository.js'
import {SourceFile} from '../../src/source/source-file.js'

/** Files by their paths, from the working directory. */
export type Files = Readonly<Record<string, string>>

export interface FoundRepository {
  readonly repository: Repository
  readonly manifests: readonly string[]
  /** The reason and its detail, by path. */
  readonly skipped: Readonly<Record<string, string>>
}

/** A repository of files in memory, all found in a directory. */
export function repositoryOf(files: Files): FoundRepository {
  const sources = new Map(Object.entries(files).map(([path, text]) => [join('/repository', path), new SourceFile(join('/repository', path), text)]))
  const repository = new Repository({
    has: (path) => sources.has(path),
    read: (path) => sources.get(path),
    sources: [...sources.values()],
    isGiven: () => false,
    rootsOf: () => ['/repository'],
    kustomizations: [...sources.keys()].filter(isKustomizationName),
    show: shown,
  })
  const {manifests, skipped} = repository.recognize([...sources.values()].map((source) => ({source, isNamed: false})))
  return {
    repository, manifests: manifests.map(({path}) => shown(path)),
    skipped: Object.fromEntries(skipped.map(({path, reason, detail}) => [shown(path), `${reason}: ${detail.replaceAll('/repository/', '')}`])),
  }
}

const shown = (path: string): string => path.replace('/repository/', '')
