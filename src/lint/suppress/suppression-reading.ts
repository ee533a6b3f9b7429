import type {ManifestEntry} from '../../manifests/manifest.js'
import {readManifests} from '../../manifests/read-manifests.js'
import type {SourceFile} from '../../source/source-file.js'
import type {Diagnostic} from '../diagnostic.js'
import type {EmbeddedText} from '../embedded-text.js'
import {embeddedSuppressions, readSuppressions} from './read-suppressions.js'
import type {Suppression} from './suppression.js'

/** Gathers the suppressions of a run. */
export class SuppressionReading {
  readonly suppressions: Suppression[] = []
  readonly problems: Diagnostic[] = []
  /** The suppressions of files that were read because others name them: they are not reported as unused. */
  readonly foreign: Suppression[] = []
  private readonly files = new Set<SourceFile>()

  /**
   * Takes what a file says.
   *
   * @param configurations the texts in it that were checked like files
   */
  add(file: SourceFile, entries: readonly ManifestEntry[], configurations: readonly EmbeddedText[]): void {
    this.files.add(file)
    for (const {suppressions, problems} of [readSuppressions(file, entries), ...configurations.map(embeddedSuppressions)]) {
      for (const suppression of suppressions) this.suppressions.push(suppression)
      for (const problem of problems) this.problems.push(problem)
    }
  }

  /** Takes what those files say that something was found in, and that have not been added. */
  addForeign(found: readonly Diagnostic[]): void {
    for (const file of new Set(found.map((diagnostic) => diagnostic.file))) {
      if (this.files.has(file)) continue
      for (const suppression of readSuppressions(file, readManifests(file)).suppressions) this.foreign.push(suppression)
    }
  }
}
