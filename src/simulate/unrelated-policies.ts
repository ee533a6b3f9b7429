import type {Diagnostic} from '../lint/diagnostic.js'
import {textOf} from '../machinery/go/json-value.js'
import type {Manifest} from '../manifests/manifest.js'
import {namesPolicyKind, type PolicyReport} from './policies.js'

/** A report on policies without the problems of unrelated files, and the number of these files. */
export interface RelatedPolicies {
  readonly report: PolicyReport
  readonly unrelated: number
}

/**
 * Drops the problems of files that the user has not named as policies: unreadable documents, unless they declare themselves
 * policies, and objects that are not in force, unless they are policies of these namespaces.
 */
export function withoutUnrelated(report: PolicyReport, namespaces: ReadonlySet<string>, usual: string): RelatedPolicies {
  const diagnostics = report.diagnostics.filter(isOfPolicy)
  const rejected = report.refused.filter(({manifest}) => namesPolicyKind(textOf(manifest.body['kind'])) && namespaces.has(namespaceOf(manifest) || usual))
  const files = [
    ...report.diagnostics.filter((diagnostic) => !diagnostics.includes(diagnostic)).map(({file}) => file),
    ...report.refused.filter((policy) => !rejected.includes(policy)).map(({manifest}) => manifest.document.file),
  ]
  return {report: {...report, diagnostics, refused: rejected}, unrelated: new Set(files).size}
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
