import type {Diagnostic} from '../lint/diagnostic.js'
import {textOf} from '../machinery/go/json-value.js'
import type {Manifest} from '../manifests/manifest.js'
import type {SourceFile} from '../source/source-file.js'
import {namesPolicyKind, type PolicyReport} from './policies.js'

/** A report on policies without the problems of unrelated files, and the number of these files. */
export interface RelatedPolicies {
  readonly report: PolicyReport
  readonly unrelated: number
}

/** The files and namespaces that the user has named. */
interface NamedInput {
  readonly isNamed: (file: SourceFile) => boolean
  /** The namespaces of the objects that are sent. */
  readonly namespaces: ReadonlySet<string>
  /** The namespace of objects without one. */
  readonly usual: string
}

/**
 * Drops the problems of files that the user has not named as policies or existing objects: unreadable documents, unless they
 * declare themselves policies, and objects that are not in force, unless they are policies of the namespaces.
 */
export function withoutUnrelated(report: PolicyReport, {isNamed, namespaces, usual}: NamedInput): RelatedPolicies {
  const unrelated = new Set<SourceFile>()
  const keep = (file: SourceFile, isRelated: () => boolean): boolean => {
    if (isNamed(file) || isRelated()) return true
    unrelated.add(file)
    return false
  }
  const diagnostics = report.diagnostics.filter((diagnostic) => keep(diagnostic.file, () => isOfPolicy(diagnostic)))
  const rejected = report.refused.filter(({manifest}) =>
    keep(manifest.document.file, () => namesPolicyKind(textOf(manifest.body['kind'])) && namespaces.has(namespaceOf(manifest) || usual)))
  return {report: {...report, diagnostics, refused: rejected}, unrelated: unrelated.size}
}

const kindLine = /^[\s,{-]*["']?kind["']?[ \t]*:[ \t]*["']?(\w+)/gm

/** True if the text around a problem declares a policy. The document itself may be unreadable. */
function isOfPolicy({file, span}: Diagnostic): boolean {
  const start = file.text.lastIndexOf('\n---', span.start)
  const end = file.text.indexOf('\n---', span.start)
  const document = file.text.slice(Math.max(start, 0), end === -1 ? undefined : end)
  return [...document.matchAll(kindLine)].some(([, kind = '']) => namesPolicyKind(kind))
}

const namespaceOf = ({body}: Manifest): string => textOf((body['metadata'] as {readonly namespace?: unknown} | null | undefined)?.namespace)
