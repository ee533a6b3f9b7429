import {objectAt, scalarText} from '../mutate/body.js'
import {itemsOf} from '../mutate/items.js'
import {policiesIn, type PolicyDocument} from '../mutate/policy-document.js'
import type {PolicyItem} from '../mutate/policy-item.js'
import type {SourceFile} from '../../source/source-file.js'
import type {SimulateOptions} from '../../simulate/simulate.js'
import {maxTests} from '../../test-file/test-file.js'
import {Bench} from './bench.js'
import {defaultTests} from './default-tests.js'
import type {Drafts, DraftTest} from './draft.js'
import {eventLimitTests} from './event-limit-tests.js'
import {fillsOf} from './fill.js'
import {boundTests, type Materials} from './limit-range-tests.js'
import {ruleTests} from './metadata-policy-tests.js'
import {type MakePod, minimalPod} from './pods.js'
import {hardTests, scopeTests} from './resource-quota-tests.js'

/** The input for initial tests: policies and manifests. */
export interface InitialInput {
  readonly policies: readonly SourceFile[]
  /** The functions that make pods of the user's manifests. */
  readonly makers: readonly MakePod[]
}

/** Returns tests for the policies in files: an admitted and a denied object for each bound, the defaults, and bursts of events. */
export function initialTests({policies: files, makers}: InitialInput, options: SimulateOptions): Drafts {
  const {namespace: defaultNamespace = 'default'} = options
  const policies = files.flatMap(policiesIn)
  const namespaceOf = ({body}: PolicyDocument): string => scalarText(objectAt(body, 'metadata')['namespace']) || defaultNamespace
  const bench = new Bench(files, options)
  const items = policies.map((policy) => ({policy, namespace: namespaceOf(policy), items: itemsOf(policy)}))
  const found = items.flatMap(({policy, namespace, items: own}) => {
    const fills = fillsOf(items.filter((other) => other.namespace === namespace).flatMap((other) => other.items))
    return testsOf(policy, own, {bench, namespace, fills, makers: [...makers, minimalPod]})
  })
  const [tests, events, missing] = [found.flatMap((one) => one.tests), found.flatMap((one) => one.events ?? []), found.flatMap((one) => one.missing)]
  const more = tests.length + events.length - maxTests
  if (more <= 0) return {tests, events, missing}
  const kept = tests.slice(0, maxTests)
  return {tests: kept, events: events.slice(0, maxTests - kept.length), missing: [...missing, `${more} more cases, as a test file has at most ${maxTests} tests`]}
}

function testsOf(policy: PolicyDocument, items: readonly PolicyItem[], materials: Materials): Drafts[] {
  switch (policy.kind) {
    case 'LimitRange': {
      const isDefault = ({name}: PolicyItem): boolean => name.startsWith('default')
      const defaults = defaultTests(policy, materials)
      return [...items.filter((item) => !isDefault(item)).map((item) => drafts(item, boundTests(item, materials))), {tests: defaults, missing: []}]
    }
    case 'ResourceQuota': return items.map((item) => drafts(item, item.name === 'scope' ? scopeTests(item, materials) : hardTests(item, materials)))
    case 'MetadataPolicy': return [{tests: ruleTests(policy, materials), missing: []}]
    case 'EventRateLimit': return [eventLimitTests(policy, materials.namespace)]
    case 'ResourceQuotaConfiguration': return [{tests: [], missing: [policy.name]}]
  }
}

const drafts = ({policy, name, value}: PolicyItem, tests: readonly DraftTest[]): Drafts =>
  ({tests, missing: tests.length === 0 ? [`${policy.name}: ${name} ${value}`] : []})
