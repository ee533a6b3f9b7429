import {expect} from 'chai'

import type {ClusterOptions} from '../../../../src/cluster/options.js'
import {app, type Body, configMap, container, pod, type Resources} from '../../../helpers/builders.js'
import {asIfServed, lintText} from '../../../helpers/lint-text.js'
import {annotations, labels, metadataPolicy, rejecting, rule, setting, term} from '../../../helpers/metadata-policies.js'
import {allowed, at, TestCluster, verdict} from '../../../helpers/test-cluster.js'

// Case numbers of spec metadatapolicy 10. The cases about native policies are in test/export/.

function clusterWith(...policies: Body[]): TestCluster {
  return withOptions({}, ...policies)
}

function withOptions(options: ClusterOptions, ...policies: Body[]): TestCluster {
  const cluster = new TestCluster(options)
  for (const policy of policies) allowed(cluster.create(policy))
  return cluster
}

const object = (metadata: Body = {}): Body => configMap('c').marked(metadata)

/** Returns true if a predicate matches an object: then the object gets the label `hit`. */
const isHit = (predicate: Body | undefined, metadata: Body = {}): boolean =>
  at(allowed(clusterWith(metadataPolicy('p', setting(predicate, {hit: 'yes'}))).create(object(metadata))), 'metadata.labels.hit') === 'yes'

/** The server's answer to a policy with one rule. */
const answerTo = (...rules: Body[]): string => verdict(new TestCluster().create(metadataPolicy('p', ...rules)))

const ruleIds = (...rules: Body[]): string[] => [...new Set(lintText(JSON.stringify(metadataPolicy('p', ...rules)), asIfServed).map(({ruleId}) => ruleId.replace('metadata-policy/', '')))].sort()

/** Labels of an object after its creation and after each update: `count` states. */
function history(cluster: TestCluster, created: Body, count: number): unknown[] {
  const states = [allowed(cluster.create(created))]
  while (states.length < count) states.push(allowed(cluster.update(states.at(-1) ?? {})))
  return states.map((state) => at(state, 'metadata.labels') ?? {})
}

const invalid = (text: string): string => `422 MetadataPolicy.kadm.dev "p" is invalid: ${text}`

const nameRegex = "(e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"
const nameText = `name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character ${nameRegex}`
const valueText = "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character "
  + "(e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')"

describe('MetadataPolicy, edge cases', () => {
  describe('selectors', () => {
    it('1: match every object when they are absent', () => {
      expect([isHit(undefined), isHit({}), isHit({}, {labels: {a: 'b'}})]).to.deep.equal([true, true, true])
    })

    it('2: match every object when they are empty', () => expect([isHit(labels()), isHit({labelSelector: {}}), isHit({annotationSelector: {}})]).to.deep.equal([true, true, true]))

    it('3: match objects without the key under NotIn, but not under In', () => {
      expect([isHit(labels(term('k', 'NotIn', 'a'))), isHit(labels(term('k', 'In', 'a')))]).to.deep.equal([true, false])
    })

    it('4: distinguish an empty value from a missing key', () => {
      for (const predicate of [labels(term('k', 'In', '')), {labelSelector: {matchLabels: {k: ''}}}]) {
        expect([isHit(predicate), isHit(predicate, {labels: {k: ''}})]).to.deep.equal([false, true])
      }
    })

    it('5: match an empty value under Exists', () => expect(isHit(labels(term('k', 'Exists')), {labels: {k: ''}})).to.equal(true))

    it('6: match only if all terms hold', () => {
      const predicate = labels(term('k', 'Exists'), term('k', 'NotIn', 'a'))
      expect([isHit(predicate), isHit(predicate, {labels: {k: 'b'}}), isHit(predicate, {labels: {k: 'a'}})]).to.deep.equal([false, true, false])
    })

    it('7: are valid but never match when they contradict themselves', () => {
      const predicate = labels(term('k', 'In', 'a'), term('k', 'In', 'b'))
      expect([isHit(predicate, {labels: {k: 'a'}}), isHit(predicate, {labels: {k: 'b'}}), isHit(predicate)]).to.deep.equal([false, false, false])
      expect(ruleIds(setting(predicate, {a: 'b'}))).to.deep.equal(['dead-rule'])
    })

    it('8: reject an unknown operator', () => {
      expect(answerTo(rejecting(labels(term('k', 'in', 'a'))))).to.equal(invalid(
        'spec.rules[0].policyPredicate.labelSelector.matchExpressions[0].operator: Invalid value: "in": not a valid selector operator'))
    })

    it('9: require values for In and forbid them for Exists', () => {
      const path = 'spec.rules[0].policyPredicate.annotationSelector.matchExpressions[0].values'
      expect(answerTo(rejecting(annotations(term('k', 'In'))))).to.equal(invalid(`${path}: Required value: must be specified when \`operator\` is 'In' or 'NotIn'`))
      expect(answerTo(rejecting(annotations(term('k', 'Exists', 'x'))))).to.equal(invalid(`${path}: Forbidden: may not be specified when \`operator\` is 'Exists' or 'DoesNotExist'`))
    })

    it('10: require qualified names as keys', () => {
      const path = 'spec.rules[0].policyPredicate.labelSelector.matchExpressions[0].key'
      const messages = (key: string): string => answerTo(rejecting(labels(term(key, 'Exists'))))
      expect(messages('')).to.equal(invalid(`[${path}: Invalid value: "": name part must be non-empty, ${path}: Invalid value: "": ${nameText}]`))
      expect(messages('a/b/c')).to.equal(invalid(`${path}: Invalid value: "a/b/c": a valid label key must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an `
        + `alphanumeric character ${nameRegex} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`))
      expect(messages('Foo.com/b')).to.contain(`${path}: Invalid value: "Foo.com/b": prefix part a lowercase RFC 1123 subdomain must consist`)
      expect(messages('/b')).to.equal(invalid(`${path}: Invalid value: "/b": prefix part must be non-empty`))
    })

    it('11: require valid label values', () => {
      const path = 'spec.rules[0].policyPredicate.labelSelector.matchExpressions[0].values[0]'
      const messages = (value: string): string => answerTo(rejecting(labels(term('k', 'In', value))))
      for (const value of ['-x', 'bad value']) expect(messages(value)).to.equal(invalid(`${path}: Invalid value: "${value}": ${valueText}`))
      expect(messages('x'.repeat(64))).to.equal(invalid(`${path}: Invalid value: "${'x'.repeat(64)}": must be no more than 63 bytes`))
      expect([messages('x'.repeat(63)), messages('')]).to.deep.equal(['201', '201'])
    })

    it('12: accept any value of an annotation', () => {
      const value = 'a/b: {"x": 1}\n'
      expect(isHit(annotations(term('k', 'In', value)), {annotations: {k: value}})).to.equal(true)
      expect(isHit(annotations(term('k', 'In', value)), {annotations: {k: value.trim()}})).to.equal(false)
    })

    it('13: accept keys of annotations in any case', () => {
      expect(isHit(annotations(term('Foo.COM/Bar', 'Exists')), {annotations: {'Foo.COM/Bar': ''}})).to.equal(true)
      expect(answerTo(rejecting(labels(term('Foo.COM/Bar', 'Exists'))))).to.match(/^422 .*key: Invalid value: "Foo\.COM\/Bar": prefix part/)
      expect(answerTo(rejecting(annotations(term('Foo.COM/-', 'Exists'))))).to.equal(
        invalid(`spec.rules[0].policyPredicate.annotationSelector.matchExpressions[0].key: Invalid value: "Foo.COM/-": ${nameText}`))
    })

    it('14: reject invalid label values in updatedLabels', () => {
      expect(answerTo(setting(undefined, {a: 'b c'}))).to.equal(invalid(`spec.rules[0].policyAction.updatedLabels: Invalid value: "b c": ${valueText}`))
    })
  })

  describe('evaluation', () => {
    const reject = rejecting(labels(term('bad', 'Exists')))

    it('15: rejects an object that one rule rejects, even if others set values', () => {
      const review = clusterWith(metadataPolicy('p', setting(undefined, {a: 'b'}), reject)).create(object({labels: {bad: ''}}))
      expect(verdict(review)).to.equal('403 configmaps "c" is forbidden: rejected by MetadataPolicy dev/p rule 1')
      expect(review.steps.flatMap(({changes}) => changes)).to.deep.equal([])
    })

    it('16: applies every policy of the namespace, and none of other namespaces', () => {
      const cluster = clusterWith(metadataPolicy('p', setting(undefined, {a: 'b'})), metadataPolicy('z', reject))
      expect(verdict(cluster.create(object({labels: {bad: ''}})))).to.equal('403 configmaps "c" is forbidden: rejected by MetadataPolicy dev/z rule 0')
      expect(verdict(cluster.create(object({labels: {bad: ''}}), {namespace: 'other'}))).to.equal('201')
    })

    it('17: hides the values that one rule sets from other rules until the next update', () => {
      const rules = [setting(labels(term('x', 'DoesNotExist')), {x: '1'}), rejecting(labels(term('x', 'In', '1')))]
      const cluster = clusterWith(metadataPolicy('p', ...rules))
      const stored = allowed(cluster.create(object()))
      expect(at(stored, 'metadata.labels')).to.deep.equal({x: '1'})
      expect(verdict(cluster.update(stored))).to.equal('403 configmaps "c" is forbidden: rejected by MetadataPolicy dev/p rule 1')
      expect(ruleIds(...rules)).to.deep.equal(['chain-enables'])
    })

    it('18: rejects an object without a required key even if a rule defaults it', () => {
      const rules = [setting(labels(term('x', 'DoesNotExist')), {x: '1'}), rejecting(labels(term('x', 'DoesNotExist')))]
      expect(verdict(clusterWith(metadataPolicy('p', ...rules)).create(object()))).to.match(/^403 .* rule 1$/)
      expect(ruleIds(...rules)).to.deep.equal(['default-vs-require'])
    })

    it('19: makes a change once when several rules agree on it', () => {
      const rules = [setting(labels(term('a', 'Exists')), {x: '1'}), setting(labels(term('b', 'Exists')), {x: '1'})]
      const review = clusterWith(metadataPolicy('p', ...rules)).create(object({labels: {a: '', b: ''}}))
      expect(at(allowed(review), 'metadata.labels')).to.deep.equal({a: '', b: '', x: '1'})
      expect(review.steps.filter(({plugin}) => plugin === 'MetadataPolicy').flatMap(({changes}) => changes.map(({field}) => String(field)))).to.deep.equal(['metadata.labels[x]'])
      expect(ruleIds(...rules)).to.deep.equal([])
    })

    it('20: rejects an object for which rules set different values', () => {
      const rules = [setting(labels(term('e', 'In', 'p')), {x: '1'}), setting(labels(term('f', 'Exists')), {x: '2'})]
      const cluster = clusterWith(metadataPolicy('p', ...rules))
      expect(verdict(cluster.create(object({labels: {e: 'p', f: ''}})))).to.equal('403 configmaps "c" is forbidden: '
        + 'label "x" is undecided: set by MetadataPolicy dev/p rule 0 to "1", MetadataPolicy dev/p rule 1 to "2", which are in no order')
      expect(at(allowed(cluster.create(object({labels: {e: 'p'}}))), 'metadata.labels.x')).to.equal('1')
      expect(ruleIds(...rules)).to.deep.equal(['conflict'])
      expect(ruleIds(setting(labels(term('e', 'In', 'p')), {x: '1'}), setting(labels(term('e', 'NotIn', 'p')), {x: '2'}))).to.deep.equal([])
    })

    it('21: changes a flapping value once per update', () => {
      const rules = [setting(labels(term('x', 'In', '1')), {x: '2'}), setting(labels(term('x', 'In', '2')), {x: '1'})]
      expect(history(clusterWith(metadataPolicy('p', ...rules)), object({labels: {x: '1'}}), 4)).to.deep.equal([{x: '2'}, {x: '1'}, {x: '2'}, {x: '1'}])
      expect(ruleIds(...rules)).to.deep.equal(['flapping'])
    })

    it('22: ignores the updates of a rule that rejects', () => {
      const rules = [rule(labels(term('x', 'Exists')), {reject: true, updatedLabels: {a: 'b'}})]
      expect(verdict(clusterWith(metadataPolicy('p', ...rules)).create(object({labels: {x: ''}})))).to.match(/^403/)
      expect(ruleIds(...rules)).to.deep.equal(['reject-with-updates'])
    })

    it('23: does nothing for an empty action', () => {
      for (const action of [undefined, {}, {reject: false, updatedLabels: {}}]) {
        expect(allowed(clusterWith(metadataPolicy('p', rule(undefined, action))).create(object()))).not.to.have.nested.property('metadata.labels')
        expect(ruleIds(rule(undefined, action))).to.deep.equal(['no-op-action'])
      }
    })

    it('24: changes nothing when the value is already set', () => {
      const review = clusterWith(metadataPolicy('p', setting(undefined, {a: 'b'}))).create(object({labels: {a: 'b'}}))
      expect([at(allowed(review), 'metadata.labels'), review.steps]).to.deep.equal([{a: 'b'}, []])
    })

    it('25: adds labels to an object without labels', () => {
      expect(at(allowed(clusterWith(metadataPolicy('p', setting(undefined, {a: 'b'}))).create(object())), 'metadata.labels')).to.deep.equal({a: 'b'})
    })

    it('26: applies to updates, but not to deletions', () => {
      const cluster = clusterWith(metadataPolicy('p', rejecting(labels(term('team', 'DoesNotExist')))))
      allowed(cluster.create(object({labels: {team: 'a'}})))
      expect(verdict(cluster.update(object()))).to.match(/^403 .* rule 0$/)
      expect(verdict(cluster.delete(object()))).to.equal('200')
    })

    it('27: ignores subresources', () => {
      const cluster = withOptions({})
      allowed(cluster.create(pod()))
      allowed(cluster.create(metadataPolicy('p', rejecting())))
      expect(verdict(cluster.update(pod(), {subresource: 'status'}))).to.equal('200')
      expect(verdict(cluster.update(pod()))).to.match(/^403/)
    })

    it('28: applies to every namespaced kind except MetadataPolicy', () => {
      const cluster = clusterWith(metadataPolicy('p', rejecting()))
      const event = {apiVersion: 'v1', kind: 'Event', metadata: {name: 'e', namespace: 'dev'}, involvedObject: {namespace: 'dev'}}
      const lease = {apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: {name: 'l'}}
      const widget = {apiVersion: 'example.com/v1', kind: 'Widget', metadata: {name: 'w'}}
      expect(verdict(cluster.create(event))).to.equal('403 events "e" is forbidden: rejected by MetadataPolicy dev/p rule 0')
      expect(verdict(cluster.create(lease))).to.equal('403 leases.coordination.k8s.io "l" is forbidden: rejected by MetadataPolicy dev/p rule 0')
      expect(verdict(cluster.create(widget))).to.equal('403 widgets.example.com "w" is forbidden: rejected by MetadataPolicy dev/p rule 0')
      expect(verdict(cluster.create({apiVersion: 'v1', kind: 'Namespace', metadata: {name: 'dev'}}))).to.equal('201')
      expect(verdict(cluster.update(metadataPolicy('p')))).to.equal('200')
      expect(ruleIds(rejecting())).to.deep.equal(['match-all-reject'])
    })
  })

  describe('QoS class', () => {
    const annotated = (manifest: Body): unknown => at(allowed(withOptions({enableAdmissionPlugins: ['PodQos']}).create(manifest)), 'metadata.annotations')
    const classOf = (manifest: Body): unknown => (annotated(manifest) as Body)['scheduler.alpha.kubernetes.io/qos']
    const ofApp = (resources?: Resources): unknown => classOf(pod().with(app(resources)))
    const full = {requests: {cpu: '100m', memory: '100Mi'}, limits: {cpu: '0.1', memory: '100Mi'}}

    it('29: is BestEffort without cpu and memory', () => {
      expect([ofApp(), ofApp({requests: {cpu: '0'}, limits: {cpu: '0'}})]).to.deep.equal(['BestEffort', 'BestEffort'])
    })

    it('30: compares amounts, not their notation', () => expect(ofApp(full)).to.equal('Guaranteed'))

    it('31: is computed after defaulting', () => expect(ofApp({limits: full.limits})).to.equal('Guaranteed'))

    it('32: depends on every container, including init containers', () => {
      expect(classOf(pod().with(app(full), container('b')))).to.equal('Burstable')
      expect(classOf(pod().with(app(full)).after(container('i')))).to.equal('Burstable')
    })

    it('33: is Burstable in all other cases', () => {
      const all: Resources[] = [
        {requests: {memory: '1Mi'}, limits: {memory: '1Mi'}}, {requests: full.requests}, {requests: {cpu: '0', memory: '0'}, limits: full.limits},
      ]
      expect(all.map(ofApp)).to.deep.equal(['Burstable', 'Burstable', 'Burstable'])
    })

    it('34: uses pod-level resources when there are any', () => {
      expect(classOf(pod().limitedTo(full))).to.equal('Guaranteed')
      expect(classOf(pod().with(app(full)).limitedTo({requests: {cpu: '1'}, limits: {cpu: '1'}}))).to.equal('Burstable')
      expect(classOf(pod().with(app(full)).limitedTo({}))).to.equal('BestEffort')
      expect(classOf(pod().limitedTo({requests: {cpu: '1', memory: '1Gi'}}))).to.equal('Burstable')
    })

    it('35: overwrites an existing annotation', () => {
      expect(annotated(pod().annotated({'scheduler.alpha.kubernetes.io/qos': 'Guaranteed', other: 'x'})))
        .to.deep.equal({'scheduler.alpha.kubernetes.io/qos': 'BestEffort', other: 'x'})
    })
  })

  it('41: applies the example of spec metadatapolicy 8.3', () => {
    const qos = 'scheduler.alpha.kubernetes.io/qos'
    const scheduler = (name: string): Body => ({updatedAnnotations: {'scheduler.alpha.kubernetes.io/name': name}})
    const cluster = clusterWith(
      metadataPolicy('labels', rejecting(labels(term('team', 'DoesNotExist'))), setting(labels(term('tier', 'DoesNotExist')), {tier: 'backend'})),
      metadataPolicy('scheduler', rule(annotations(term(qos, 'In', 'Guaranteed')), scheduler('premium-scheduler')), rule(annotations(term(qos, 'NotIn', 'Guaranteed')), scheduler('kube-scheduler'))),
    )
    expect(verdict(cluster.create(object()))).to.equal('403 configmaps "c" is forbidden: rejected by MetadataPolicy dev/labels rule 0')
    const team = allowed(cluster.create(object({labels: {team: '', tier: 'web'}, annotations: {[qos]: 'Guaranteed'}})))
    expect(at(team, 'metadata.labels')).to.deep.equal({team: '', tier: 'web'})
    expect((at(team, 'metadata.annotations') as Body)['scheduler.alpha.kubernetes.io/name']).to.equal('premium-scheduler')
  })
})
