import {append} from '../machinery/collections/append.js'
import {defaultVersion, type KubernetesVersion} from '../machinery/version/kubernetes-version.js'
import type {JsonObject} from '../source/json-value.js'
import type {KnownDocuments} from '../source/known-documents.js'
import {readDocuments} from '../source/read-documents.js'
import type {SourceDocument} from '../source/source-document.js'
import type {SourceFile} from '../source/source-file.js'
import {defaultLimits} from '../source/source-limits.js'
import type {SourceProblem} from '../source/source-problem.js'
import {identityErrors, identityOf} from './identity.js'
import {isList} from './list-schema.js'
import type {ManifestEntry, ManifestProblem} from './manifest.js'
import {type ObjectError, type Subject, toProblems} from './object-error.js'
import {documentErrors, readList} from './read-list.js'
import {isArray} from './value-kind.js'

interface ReadOptions {
  /** The version of Kubernetes whose kinds there are. */
  readonly version?: KubernetesVersion
  /** The documents of which copies are recognized. */
  readonly known?: KnownDocuments
}

/**
 * The objects of a file, in order, as `kubectl create -f` reads them: each document, and each item of a list. Objects after a
 * problem are read too; `sentByKubectl` decides which of them kubectl sends (spec apimachinery 2.1, spec apimachinery 2.2, spec apimachinery 2.3, spec apimachinery 2.4).
 */
export function readManifests(file: SourceFile, {version = defaultVersion, known}: ReadOptions = {}): ManifestEntry[] {
  const entries: ManifestEntry[] = []
  for (const document of readDocuments(file, defaultLimits, known)) append(entries, readDocument(document, maxObjects - entries.length, version))
  return entries
}

const maxObjects = defaultLimits.maxDocuments

/** @param room the number of objects that the file may still hold */
function readDocument(document: SourceDocument, room: number, version: KubernetesVersion): ManifestEntry[] {
  const {root, value, problems, ignored} = document
  if (problems.length > 0) return [{document, problems: problems.map((problem) => unreadable(document, problem))}]
  if (root === undefined || value === undefined) return ignored === undefined ? [] : [{document, problems: []}]
  const subject: Subject = {document, node: root}
  const errors = identityErrors(value)
  if (errors.length > 0) return [{document, problems: toProblems(subject, errors, 'file')}]
  const body = value as JsonObject
  if (!isList(body, version)) return [readObject(subject, body, version)]
  const isTooLong = isArray(body['items']) && body['items'].length > room
  return isTooLong ? [{document, problems: toProblems(subject, [tooManyItems], 'file')}] : readList(subject, body, version)
}

const tooManyItems: ObjectError = {
  ruleId: 'source/too-many-documents', steps: ['items'], message: `the file holds more than ${maxObjects} objects`, hint: 'split it into several files',
}

function readObject(subject: Subject, body: JsonObject, version: KubernetesVersion): ManifestEntry {
  const {document, node} = subject
  const problems = toProblems(subject, documentErrors(body, node, version), 'object')
  return {document, ...identityOf(body).kind !== '' && {manifest: {document, node, body}}, problems}
}

const unreadable = (document: SourceDocument, {ruleId, message, hint, start, end}: SourceProblem): ManifestProblem =>
  ({ruleId, message, document, span: {start, end}, field: '', ...hint !== undefined && {hint}, stops: 'file'})
