import {basename} from '#platform/paths.js'

import type {SourceFile} from '../source/source-file.js'

/** The files of the repository around the linted ones. Paths are absolute. */
export interface Neighbourhood {
  /** Returns true if the file exists in the repository. */
  has(path: string): boolean
  /** Reads a file; undefined if it does not exist, cannot be read or is outside the repository. */
  read(path: string): SourceFile | undefined
  /** The files that were found. */
  readonly sources: readonly SourceFile[]
  /** Returns true if the user named the folder, or a path in it. */
  isGiven(folder: string): boolean
  /** Returns the possible roots of the repository of a file, the most probable first. */
  rootsOf(path: string): readonly string[]
  /** The files named kustomization.yaml, kustomization.yml and Kustomization. */
  readonly kustomizations: readonly string[]
  /** Returns a path in the form for output. */
  show(path: string): string
}

/** The names of files that Kustomize reads, in its order. */
export const kustomizationNames: readonly string[] = ['kustomization.yaml', 'kustomization.yml', 'Kustomization']

/** Returns true if the path ends in one of these names. */
export const isKustomizationName = (path: string): boolean => kustomizationNames.some((name) => path.endsWith(name) && basename(path) === name)

/** The file that marks a folder as a Helm chart. */
export const chartName = 'Chart.yaml'
