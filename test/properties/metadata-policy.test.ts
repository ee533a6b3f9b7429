import {expect} from 'chai'
import * as fc from 'fast-check'

import {applyTo, evaluate} from '../../src/admission/plugins/metadata-policy/evaluate.js'
import {findFlapping, flappingOf} from '../../src/admission/plugins/metadata-policy/flapping.js'
import {changesNothing, conflictsBetween, disablingWrites, enablingWrites} from '../../src/admission/plugins/metadata-policy/interactions.js'
import {componentsOf, objectsFor} from '../../src/admission/plugins/metadata-policy/universe.js'
import type {PolicyRule} from '../../src/kinds/metadata-policy/policy-rule.js'
import {implies, isAlwaysTrue, isSatisfiable, keyId, matches, metadataOf, overlap, valueOf, witnessOf} from '../../src/kinds/metadata-policy/predicate.js'
import type {Metadata, MetadataKey} from '../../src/kinds/metadata-policy/metadata-maps.js'
import type {MetadataPolicyRule} from '../../src/machinery/api/design-v1.js'
import {compareText} from '../../src/machinery/go/text.js'
import {matchesLabelSelector} from '../../src/machinery/meta/label-selector.js'
import type {Body} from '../helpers/builders.js'
import {ruleList} from '../helpers/metadata-policies.js'
import {runs} from '../helpers/runs.js'

// A small domain that can be enumerated: three keys, each missing, with a value used in rules, or with another value.

const keys: readonly MetadataKey[] = [{map: 'labels', key: 'a'}, {map: 'labels', key: 'b'}, {map: 'annotations', key: 'a'}]

const spoken = ['', 'p', 'q']

const world: readonly Metadata[] = keys.reduce<{readonly key: MetadataKey, readonly value: string | undefined}[][]>(
  (objects, key) => [undefined, ...spoken, 'z'].flatMap((value) => objects.map((object) => [...object, {key, value}])), [[]],
).map((object) => metadataOf(object.map(({key, value}) => ({...key, value}))))

const values = fc.uniqueArray(fc.constantFrom(...spoken), {minLength: 1})

const anyTerm = (map: string): fc.Arbitrary<Body> => fc.tuple(fc.constantFrom(...keys.filter((key) => key.map === map).map(({key}) => key)), fc.oneof(
  fc.tuple(fc.constantFrom('In', 'NotIn'), values).map(([operator, list]) => ({operator, values: list})),
  fc.constantFrom('Exists', 'DoesNotExist').map((operator) => ({operator})),
)).map(([key, rest]) => ({key, ...rest}))

const anySelector = (map: string): fc.Arbitrary<Body> => fc.record({
  matchLabels: fc.dictionary(fc.constantFrom('a'), fc.constantFrom(...spoken), {maxKeys: 1}),
  matchExpressions: fc.array(anyTerm(map), {maxLength: 2}),
}, {requiredKeys: []})

const anyPredicate: fc.Arbitrary<Body> = fc.record({labelSelector: anySelector('labels'), annotationSelector: anySelector('annotations')}, {requiredKeys: []})

const anyUpdate: fc.Arbitrary<Body> = fc.record({
  updatedLabels: fc.dictionary(fc.constantFrom('a', 'b'), fc.constantFrom(...spoken), {maxKeys: 2}),
  updatedAnnotations: fc.dictionary(fc.constant('a'), fc.constantFrom(...spoken), {maxKeys: 1}),
}, {requiredKeys: []})

const anyAction = fc.oneof({arbitrary: anyUpdate, weight: 4}, {arbitrary: anyUpdate.map((update) => ({...update, reject: true})), weight: 1})

const anyRule: fc.Arbitrary<PolicyRule> = fc.record({policyPredicate: anyPredicate, policyAction: anyAction}).map((rule) => ruleList(rule)[0]!)

const anyRules = fc.array(fc.record({policyPredicate: anyPredicate, policyAction: anyAction}), {minLength: 1, maxLength: 5}).map((rules) => ruleList(...rules))

const holdsFor = ({predicate}: PolicyRule): Metadata[] => world.filter((object) => matches(predicate, object))

const exists = (test: (object: Metadata) => boolean): boolean => world.some(test)

/** Checks a property, and that both results occur often enough. */
function agree<T>(arbitraries: fc.Arbitrary<T>, decided: (value: T) => boolean, tried: (value: T) => boolean, seed: number): void {
  const answers = {true: 0, false: 0}
  fc.assert(fc.property(arbitraries, (value) => {
    const answer = tried(value)
    answers[`${answer}`]++
    expect(decided(value)).to.equal(answer)
  }), {numRuns: runs(1000), seed})
  expect(Math.min(answers.true, answers.false), JSON.stringify(answers)).to.be.greaterThan(runs(20))
}

const pairs = fc.tuple(anyRule, anyRule)

describe('predicate algebra agrees with enumerating all objects', () => {
  it('for matching an object', () => {
    fc.assert(fc.property(anyPredicate, fc.constantFrom(...world), (policyPredicate, object) => {
      const [rule] = ruleList({policyPredicate})
      const {labelSelector, annotationSelector} = policyPredicate as NonNullable<MetadataPolicyRule['policyPredicate']>
      const asUpstream = (labelSelector === undefined || matchesLabelSelector(labelSelector, object.labels ?? {}))
        && (annotationSelector === undefined || matchesLabelSelector(annotationSelector, object.annotations ?? {}))
      expect(matches(rule!.predicate, object)).to.equal(asUpstream)
    }), {numRuns: runs(2000), seed: 1})
  })

  it('for satisfiability and tautology', () => {
    agree(anyRule, ({predicate}) => isSatisfiable(predicate), (rule) => holdsFor(rule).length > 0, 2)
    agree(anyRule, ({predicate}) => isAlwaysTrue(predicate), (rule) => holdsFor(rule).length === world.length, 3)
  })

  it('for a matching object (witness)', () => {
    fc.assert(fc.property(anyRule, ({predicate}) => {
      const witness = witnessOf(predicate)
      expect(witness !== undefined).to.equal(isSatisfiable(predicate))
      if (witness !== undefined) expect(matches(predicate, witness)).to.equal(true)
    }), {numRuns: runs(1000), seed: 4})
  })

  it('for overlap and implication of two predicates', () => {
    agree(pairs, ([a, b]) => overlap(a.predicate, b.predicate), ([a, b]) => holdsFor(a).some((object) => matches(b.predicate, object)), 5)
    agree(pairs, ([a, b]) => implies(a.predicate, b.predicate), ([a, b]) => holdsFor(a).every((object) => matches(b.predicate, object)), 6)
  })
})

describe('rule interactions agree with enumerating all objects', () => {
  it('for conflicts', () => {
    const conflict = ([a, b]: [PolicyRule, PolicyRule]): boolean => exists((object) => {
      const {rejects, conflicts} = evaluate([a, b], object)
      return rejects.length === 0 && conflicts.length > 0
    })
    agree(pairs, ([a, b]) => conflictsBetween(a, b).length > 0, conflict, 7)
  })

  it('for rules that enable or disable others', () => {
    const after = (rule: PolicyRule, other: PolicyRule, object: Metadata): boolean => matches(other.predicate, applyTo(object, rule.writes))
    const chain = ([a, b]: [PolicyRule, PolicyRule], before: boolean): boolean =>
      holdsFor(a).some((object) => matches(b.predicate, object) === before && after(a, b, object) !== before)
    agree(pairs, ([a, b]) => enablingWrites(a, b).length > 0, (pair) => chain(pair, false), 8)
    agree(pairs, ([a, b]) => disablingWrites(a, b).length > 0, (pair) => chain(pair, true), 9)
  })

  it('for the example objects of enabling and disabling rules', () => {
    fc.assert(fc.property(pairs, ([a, b]) => {
      for (const {write, objects} of enablingWrites(a, b)) {
        const object = witnessOf(objects)!
        expect([matches(a.predicate, object), matches(b.predicate, object), matches(b.predicate, applyTo(object, a.writes))]).to.deep.equal([true, false, true])
        expect(b.predicate.has(keyId(write))).to.equal(true)
      }
      for (const {objects} of disablingWrites(a, b)) {
        const object = witnessOf(objects)!
        expect([matches(a.predicate, object), matches(b.predicate, object), matches(b.predicate, applyTo(object, a.writes))]).to.deep.equal([true, true, false])
      }
    }), {numRuns: runs(2000), seed: 10})
  })

  it('for rules without effect', () => {
    const changes = (rule: PolicyRule): boolean => holdsFor(rule).some((object) => applyTo(object, rule.writes) !== object)
    agree(anyRule.filter((rule) => !rule.rejects && isSatisfiable(rule.predicate)), changesNothing, (rule) => !changes(rule), 11)
  })

  it('for objects that change again on the next update', () => {
    const once = (rules: readonly PolicyRule[], object: Metadata): Metadata | undefined => {
      const {rejects, conflicts, updates} = evaluate(rules, object)
      return rejects.length + conflicts.length > 0 ? undefined : applyTo(object, updates)
    }
    const flaps = (rules: readonly PolicyRule[]): boolean => exists((object) => {
      const first = once(rules, object)
      const second = first && once(rules, first)
      return second !== undefined && keys.some((key) => valueOf(second, key) !== valueOf(first ?? {}, key))
    })
    const possible = anyRules.map((rules) => rules.filter(({predicate}) => isSatisfiable(predicate)))
    agree(possible, (rules) => findFlapping(rules).length > 0, flaps, 12)
    fc.assert(fc.property(possible, (rules) => {
      for (const {object} of findFlapping(rules)) expect(flappingOf(rules, object)).not.to.equal(undefined)
    }), {numRuns: runs(500), seed: 13})
  })
})

describe('representative objects', () => {
  it('cover every combination of matching rules', () => {
    const seenBy = (rules: readonly PolicyRule[], object: Metadata): string =>
      rules.map(({predicate}) => matches(predicate, object) ? '1' : '0').join('')
    fc.assert(fc.property(anyRules, (rules) => {
      for (const component of componentsOf(rules)) {
        const seen = (objects: readonly Metadata[]): Set<string> => new Set(objects.map((object) => seenBy(component.rules, object)))
        expect(seen(objectsFor(component, 1000) ?? [])).to.deep.equal(seen(world))
      }
    }), {numRuns: runs(500), seed: 14})
  })

  it('are built from disjoint components of keys', () => {
    fc.assert(fc.property(anyRules, (rules) => {
      const components = componentsOf(rules)
      const ids = components.flatMap((component) => component.keys.map(keyId))
      expect(new Set(ids).size).to.equal(ids.length)
      const speaking = rules.filter(({predicate, writes}) => predicate.size + writes.length > 0)
      expect(components.flatMap((component) => component.rules)).to.have.members(speaking)
    }), {numRuns: runs(500), seed: 15})
  })
})

describe('evaluate', () => {
  const numbered = (rules: readonly PolicyRule[]): number[] => rules.map(({index}) => index).sort((a, b) => a - b)

  /** Result for an object, independent of the order of its reasons. */
  function outcome(rules: readonly PolicyRule[], object: Metadata): unknown {
    const {matching, rejects, updates, conflicts} = evaluate(rules, object)
    return {
      matching: numbered(matching), rejects: numbered(rejects),
      updates: updates.map((update) => `${keyId(update)}=${update.value}`).sort(compareText),
      conflicts: conflicts.map((conflict) => `${keyId(conflict)}=${conflict.writes.map(({value}) => value).sort(compareText).join()}`).sort(compareText),
    }
  }

  it('does not depend on the order of rules and policies', () => {
    const shuffles = anyRules.chain((rules) => fc.tuple(fc.constant(rules), fc.shuffledSubarray(rules, {minLength: rules.length})))
    fc.assert(fc.property(shuffles, fc.constantFrom(...world), ([rules, shuffled], object) => {
      expect(outcome(shuffled, object)).to.deep.equal(outcome(rules, object))
    }), {numRuns: runs(2000), seed: 16})
  })

  it('changes only the keys of matching rules, the last one wins with by-name', () => {
    fc.assert(fc.property(anyRules, fc.constantFrom(...world), (rules, object) => {
      const {matching, rejects, updates, conflicts} = evaluate(rules, object, 'by-name')
      expect(conflicts).to.deep.equal([])
      const result = applyTo(object, updates)
      if (rejects.length > 0) expect(result).to.equal(object)
      for (const key of rejects.length > 0 ? [] : keys) {
        const last = matching.flatMap(({writes}) => writes).findLast((write) => keyId(write) === keyId(key))
        expect(valueOf(result, key)).to.equal(last === undefined ? valueOf(object, key) : last.value)
      }
    }), {numRuns: runs(2000), seed: 17})
  })
})
