import {Flags} from '@oclif/core'

import {kubernetesVersions} from '../../machinery/version/kubernetes-version.js'
import {UsageError} from '../../usage-error.js'
import {allowPathOutside} from '../flags.js'

/** The levels of `kadm diff --fail-on`. */
const diffFailures = ['denied', 'changed', 'none'] as const

export type DiffFailure = typeof diffFailures[number]

const paths = {multiple: true, multipleNonGreedy: true, helpValue: 'PATH'} as const

const plugins = {multiple: true, multipleNonGreedy: true, delimiter: ',', helpValue: 'NAMES'} as const

/** Allows the configurations of both sides, or of one, to name files outside their folders. */
export const allowPathOutsideOfSides = {
  ...allowPathOutside, dependsOn: [], relationships: [{type: 'some' as const, flags: ['admission-config', 'before-admission-config', 'after-admission-config']}],
}

/** The flags that only `kadm diff` has. */
export const diffFlags = {
  before: Flags.string({...paths, description: 'Policies and manifests before the change: files, directories or globs. May be repeated.'}),
  after: Flags.string({...paths, description: 'Policies and manifests after the change. May be repeated.'}),
  git: Flags.string({
    helpValue: 'REVISION',
    description: 'Compare the working tree with a revision of git, or two revisions: A..B, or A...B for the changes of B since it branched off A. Uses the installed git, and does not change the working tree.',
  }),
  'before-version': Flags.option({options: kubernetesVersions, description: 'Kubernetes version before the change. Default: that of --kubernetes-version.'})(),
  'after-version': Flags.option({options: kubernetesVersions, description: 'Kubernetes version after the change.'})(),
  'before-admission-config': Flags.string({helpValue: 'FILE', description: 'AdmissionConfiguration before the change. Default: that of --admission-config.'}),
  'after-admission-config': Flags.string({helpValue: 'FILE', description: 'AdmissionConfiguration after the change.'}),
  'before-enable-admission-plugins': Flags.string({...plugins, description: 'Admission plugins enabled before the change. Default: those of --enable-admission-plugins.'}),
  'after-enable-admission-plugins': Flags.string({...plugins, description: 'Admission plugins enabled after the change.'}),
  'before-disable-admission-plugins': Flags.string({...plugins, description: 'Admission plugins disabled before the change. Default: those of --disable-admission-plugins.'}),
  'after-disable-admission-plugins': Flags.string({...plugins, description: 'Admission plugins disabled after the change.'}),
  'fail-on': Flags.option({
    options: diffFailures, default: 'denied',
    description: 'Exit with 1 if something is newly denied (denied), if anything changed (changed), or never (none).',
  })(),
}

/** The subject of a comparison: paths, revisions, or only settings of the API server. */
export type Comparison =
  | {readonly form: 'paths', readonly before: readonly string[], readonly after: readonly string[]}
  | {readonly form: 'git', readonly range: string}
  | {readonly form: 'server'}

interface ComparisonFlags {
  readonly before?: readonly string[] | undefined
  readonly after?: readonly string[] | undefined
  readonly git?: string | undefined
}

/** The flags of settings that can differ between the sides, without `before-` and `after-`. */
const sidedFlags = ['version', 'admission-config', 'enable-admission-plugins', 'disable-admission-plugins'] as const

/**
 * Determines what is compared.
 *
 * @throws UsageError if nothing is, or if forms are combined
 */
export function comparisonOf(flags: ComparisonFlags & Readonly<Record<string, unknown>>): Comparison {
  const {before, after, git} = flags
  if (git !== undefined) {
    if (before !== undefined || after !== undefined) throw new UsageError('--git cannot be combined with --before and --after', ['kadm diff --git main ./policies ./app'])
    return {form: 'git', range: git}
  }
  if (before !== undefined && after !== undefined) return {form: 'paths', before, after}
  if (before !== undefined || after !== undefined) {
    throw new UsageError(`--${before === undefined ? 'after' : 'before'} needs --${before === undefined ? 'before' : 'after'}`, ['kadm diff --before OLD --after NEW ./app'])
  }
  if (sidedFlags.some((name) => flags[`before-${name}`] !== undefined || flags[`after-${name}`] !== undefined)) return {form: 'server'}
  throw new UsageError('nothing to compare', [
    'two versions of policies: kadm diff --before OLD --after NEW ./app', 'with a revision of git: kadm diff --git main', 'two versions of Kubernetes: kadm diff --before-version 1.35 ./app',
  ])
}
