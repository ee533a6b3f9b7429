import {policyOfNamespace} from '../../admission/plugins/pod-security/index.js'
import {Cluster} from '../../cluster/cluster.js'
import {readDocument} from '../../configuration/document.js'
import {pluginConfiguration} from '../../configuration/plugin-configuration.js'
import type {Namespace} from '../../machinery/api/core-v1.js'
import {isDeepEqual} from '../../machinery/collections/deep-equal.js'
import {goJson} from '../../machinery/go/text.js'
import {readManifests} from '../../manifests/read-manifests.js'
import type {JsonObject} from '../../source/json-value.js'
import {SourceFile, type Span} from '../../source/source-file.js'
import {changedAt, objectAt} from './body.js'
import {itemsOf} from './items.js'
import {policiesIn, type PolicyDocument} from './policy-document.js'
import type {Mutation, PolicyItem} from './policy-item.js'

/** A file with one change in one of its policies. Exists in memory only. */
export interface Mutant {
  readonly item: PolicyItem
  /** The change for people: `1Gi → 1025Mi`. */
  readonly change: string
  /** The file with the change. */
  readonly file: SourceFile
  /** The changed policy. */
  readonly body: JsonObject
}

/** Finds the mutants of the policies in a file, one after another: each is a valid policy with another effect than the original. */
export function* mutantsOf(file: SourceFile): Generator<Mutant> {
  for (const policy of policiesIn(file)) {
    const original = effectOf(policy, policy.body)
    // Mutants are JSON in the place of the policy. Whether the file can hold JSON there does not depend on the change.
    if (original === undefined || !canHoldJson(policy)) continue
    for (const item of itemsOf(policy)) {
      for (const choices of item.mutations) {
        const mutant = firstMutant(item, choices, original)
        if (mutant !== undefined) yield mutant
      }
    }
  }
}

/** Returns how many mutants a file has at most. */
export const countMutations = (file: SourceFile): number =>
  policiesIn(file).reduce((sum, policy) => sum + itemsOf(policy).reduce((own, {mutations}) => own + mutations.length, 0), 0)

/** True if the objects of the document of a policy, and their problems, stay the same with JSON in place of the policy. */
function canHoldJson({file: {path, text}, node, body, manifest: {document: {start, end}}}: PolicyDocument): boolean {
  const document = text.slice(start, end)
  const changed = withJson(document, {start: node.start - start, end: node.end - start}, body)
  return isDeepEqual(shapeOf(new SourceFile(path, changed)), shapeOf(new SourceFile(path, document)))
}

/** Returns the kinds of the objects in a file, and their problems. */
const shapeOf = (file: SourceFile): unknown => readManifests(file).map(({manifest, problems}) =>
  ({kind: manifest?.body['kind'], problems: problems.map(({ruleId}) => ruleId)}))

function firstMutant(item: PolicyItem, choices: readonly Mutation[], original: unknown): Mutant | undefined {
  for (const {field, to, text} of choices) {
    const body = objectAt(changedAt(item.policy.body, field.steps(), to))
    const effect = effectOf(item.policy, body)
    if (effect !== undefined && !isDeepEqual(effect, original)) return {item, change: text, body, file: withBody(item.policy, body)}
  }
  return undefined
}

/** Returns what the server makes of a policy: the object as stored, or the decoded configuration; undefined for an invalid policy. */
function effectOf({plugin, kind}: PolicyDocument, body: JsonObject): unknown {
  if (plugin !== undefined) return pluginConfiguration(plugin.name, plugin.configuration, readDocument(new SourceFile('', goJson(body)))).configuration
  const {object} = new Cluster({controllers: false}).handle({operation: 'CREATE', object: body})
  return kind === 'Namespace' ? object && policyOfNamespace(object as unknown as Namespace).policy : object?.['spec']
}

/** Returns the file of a policy with another body in place of its own. */
const withBody = ({file: {path, text}, node}: PolicyDocument, body: JsonObject): SourceFile => new SourceFile(path, withJson(text, node, body))

/** Returns a text with JSON in place of a span, without the space at its end. */
const withJson = (text: string, {start, end}: Span, body: JsonObject): string =>
  text.slice(0, start) + goJson(body) + text.slice(start + text.slice(start, end).trimEnd().length)
