import {isAbsolute, resolve} from 'node:path'
import {pathToFileURL} from 'node:url'

import type {Diagnostic, Place, Related, Severity} from '../../lint/diagnostic.js'
import type {Ending} from '../../lint/ending.js'
import type {LintReport} from '../../lint/lint.js'
import {exampleName, shownExample} from '../../lint/rules/example.js'
import {ruleById} from '../../lint/rules/index.js'
import {verdictRuleById} from '../../lint/rules/verdicts.js'
import {jsonText} from '../json-text.js'
import {locationOf} from '../location.js'
import {rulePage} from '../rule-reference.js'
import {fingerprints} from './fingerprint.js'
import type {LintReporterOptions} from './options.js'
import {escapedLine, plainMessage, plainSubject, relativePath} from './plain.js'

/** SARIF's names of the severities. */
const levels: Readonly<Record<Severity, string>> = {error: 'error', warning: 'warning', info: 'note'}

/** The base of paths; the reader of the report resolves it. */
const base = '%SRCROOT%'

/** A report in SARIF 2.1.0 for GitHub's code scanning and editors, with the rules that were broken. */
export function lintSarif({diagnostics}: LintReport, {workingDirectory, version, docsUrl, ending}: LintReporterOptions): string {
  const ruleIds = [...new Set(diagnostics.map(({ruleId}) => ruleId))].sort()
  const marks = fingerprints(diagnostics, workingDirectory)
  return jsonText({
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{
      tool: {driver: {name: 'kadm', semanticVersion: version, ...hasDocs(docsUrl) && {informationUri: docsUrl}, rules: ruleIds.map((id) => ruleMetadata(id, docsUrl))}},
      ...ending && {invocations: [invocation(ending)]},
      columnKind: 'utf16CodeUnits',
      originalUriBaseIds: {[base]: {description: {text: 'The directory in which kadm was run.'}}},
      results: diagnostics.map((diagnostic, i) => ({
        ruleIndex: ruleIds.indexOf(diagnostic.ruleId), ...resultOf(diagnostic, workingDirectory), partialFingerprints: {'kadm/v1': marks[i]},
      })),
    }],
  })
}

/** The exit status and completeness of the run. */
const invocation = ({exitStatus, incomplete}: Ending): object => ({
  executionSuccessful: incomplete.length === 0, exitCode: exitStatus,
  ...incomplete.length > 0 && {toolExecutionNotifications: incomplete.map((reason) => ({level: 'error', message: {text: messageText(escapedLine(reason))}}))},
})

function resultOf(diagnostic: Diagnostic, workingDirectory: string): object {
  const {ruleId, severity, related} = diagnostic
  const fullyQualifiedName = plainSubject(diagnostic)
  return {
    ruleId, level: levels[severity], message: {text: messageText(plainMessage(diagnostic))},
    locations: [{
      physicalLocation: physicalLocation(diagnostic, workingDirectory),
      ...fullyQualifiedName !== '' && {logicalLocations: [{fullyQualifiedName}]},
    }],
    ...related.length > 0 && {relatedLocations: related.map((other, i) => relatedLocation(other, i, workingDirectory))},
  }
}

const relatedLocation = (related: Related, id: number, workingDirectory: string): object =>
  ({id, message: {text: messageText(escapedLine(related.message))}, physicalLocation: physicalLocation(related, workingDirectory)})

function physicalLocation(place: Place, workingDirectory: string): object {
  const {path, line, column, endLine, endColumn} = locationOf(place)
  return {artifactLocation: artifactLocation(path, workingDirectory), region: {startLine: line, startColumn: column, endLine, endColumn}}
}

/** A path relative to the working directory for files below it; else an absolute URI. */
function artifactLocation(file: string, workingDirectory: string): object {
  const path = relativePath(file, workingDirectory)
  if (isAbsolute(path) || path.startsWith('../')) return {uri: pathToFileURL(resolve(workingDirectory, path)).href}
  return {uri: path.replace(/\p{Cs}/gu, '\ufffd').split('/').map(encodeURIComponent).join('/'), uriBaseId: base}
}

/** Escapes the brackets of `[text](target)`, which SARIF reads as a link. */
const messageText = (text: string): string => text.includes('](') ? text.replace(/[[\]]/g, '\\$&') : text

const hasDocs = (docsUrl: string | undefined): docsUrl is string => docsUrl !== undefined && docsUrl !== ''

/** The SARIF metadata of a rule. */
function ruleMetadata(id: string, docsUrl: string | undefined): object {
  const rule = ruleById(id)
  if (rule === undefined) return verdictMetadata(id, docsUrl)
  const {severity, summary, source, fix} = rule
  const example = shownExample(rule).trimEnd()
  const language = exampleName(rule).replace(/^.*\./, '')
  return {
    id,
    shortDescription: {text: summary},
    fullDescription: {text: `${summary} Source: ${source}.`},
    help: {
      text: `${fix}\n\nA manifest that breaks this rule:\n\n${example}`,
      markdown: `${fix}\n\nA manifest that breaks this rule:\n\n\`\`\`${language}\n${example}\n\`\`\`\n`,
    },
    helpUri: rulePage(id, docsUrl),
    defaultConfiguration: {level: levels[severity]},
    properties: properties(id, severity),
  }
}

/** The SARIF metadata of a finding of another command than `lint`. */
function verdictMetadata(id: string, docsUrl: string | undefined): object {
  const rule = verdictRuleById(id)
  if (rule === undefined) return {id, helpUri: rulePage(id, docsUrl)}
  const {severity, summary, fix} = rule
  return {
    id, shortDescription: {text: summary}, fullDescription: {text: summary}, help: {text: fix, markdown: fix}, helpUri: rulePage(id, docsUrl),
    defaultConfiguration: {level: levels[severity]},
    properties: properties(id, severity),
  }
}

const properties = (id: string, severity: Severity): object =>
  ({tags: ['kubernetes', id.replace(/\/.*/, '')], precision: 'very-high', 'problem.severity': severity === 'info' ? 'recommendation' : severity})
