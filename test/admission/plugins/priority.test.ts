import {expect} from 'chai'
import {type Body, pod, priorityClass} from '../../helpers/builders.js'
import {allowed, at, given, type TestCluster, verdict} from '../../helpers/test-cluster.js'

const specOf = (cluster: TestCluster, body: Body): Body => {
  const {priorityClassName, priority, preemptionPolicy} = at(allowed(cluster.create(body)), 'spec') as Body
  return {priorityClassName, priority, preemptionPolicy}
}

const named = (priorityClassName: string): ReturnType<typeof pod> => pod().asking({priorityClassName})

const high = priorityClass('high', 1000)

const forbidden = (message: string): string => `403 pods "p" is forbidden: ${message}`

const computed = (value: string | number): string => `must not be provided in pod spec; priority admission controller computed ${value} from the given PriorityClass name`

describe('Priority', () => {
  describe('on create', () => {
    it('sets the priority and the preemption policy of the class', () => {
      expect(specOf(given(high), named('high'))).to.deep.equal({priorityClassName: 'high', priority: 1000, preemptionPolicy: 'PreemptLowerPriority'})
      expect(specOf(given(priorityClass('high', -5, {preemptionPolicy: 'Never'})), named('high'))).to.deep.equal({priorityClassName: 'high', priority: -5, preemptionPolicy: 'Never'})
    })

    it('sets priority 0 without a class', () => {
      for (const body of [pod(), named('')]) {
        const {priority, preemptionPolicy} = specOf(given(high), body)
        expect([priority, preemptionPolicy]).to.deep.equal([0, 'PreemptLowerPriority'])
      }
    })

    it('sets the default class and its name', () => {
      expect(specOf(given(high, priorityClass('usual', 7, {globalDefault: true})), pod()))
        .to.deep.equal({priorityClassName: 'usual', priority: 7, preemptionPolicy: 'PreemptLowerPriority'})
      expect(specOf(given(high, priorityClass('usual', 7, {globalDefault: true})), named('high'))).to.include({priorityClassName: 'high', priority: 1000})
    })

    it('uses the default class with the lowest value', () => {
      const cluster = given()
      for (const [name, value] of [['a', 5], ['b', 3], ['c', 4]] as const) cluster.cluster.load({object: priorityClass(name, value, {globalDefault: true})})
      expect(specOf(cluster, pod())).to.include({priorityClassName: 'b', priority: 3})
    })

    it('resolves the system classes, which every cluster has', () => {
      expect(specOf(given(high), named('system-node-critical'))).to.include({priority: 2000001000})
      expect(specOf(given(), named('system-cluster-critical'))).to.include({priority: 2000000000})
    })

    it('assumes priority 0 for an undeclared class, with a warning, if no class is declared', () => {
      const {warnings, object} = given().create(named('gold'))
      expect(warnings).to.deep.equal(['kadm: no PriorityClass is declared, so gold is taken to exist, with priority 0'])
      expect(at(object, 'spec.priority')).to.equal(0)
      expect(given(high).create(named('high')).warnings).to.deep.equal([])
    })
  })

  it('reports the values that it sets as changes', () => {
    const changes = (body: Body): unknown => given(high).create(body).steps.filter(({plugin}) => plugin === 'Priority')
      .flatMap((step) => step.changes.map(({field, from, to}) => [String(field), from, to]))
    expect(changes(named('high'))).to.deep.equal([['spec.priority', undefined, 1000], ['spec.preemptionPolicy', undefined, 'PreemptLowerPriority']])
    expect(changes(pod())).to.deep.equal([['spec.priority', undefined, 0], ['spec.preemptionPolicy', undefined, 'PreemptLowerPriority']])
  })

  const reject: Record<string, [body: Body, message: string]> = {
    'an unknown class': [named('gold'), 'no PriorityClass with name gold was found'],
    'an unknown class with the name of an inherited property': [named('toString'), 'no PriorityClass with name toString was found'],
    'a priority that differs from that of the class': [named('high').asking({priority: 5}), `the integer value of priority (5) ${computed(1000)}`],
    'a priority other than 0 without a class': [pod().asking({priority: -1}), `the integer value of priority (-1) ${computed(0)}`],
    'a preemption policy that differs from that of the class': [named('high').asking({preemptionPolicy: 'Never'}), `the string value of PreemptionPolicy (Never) ${computed('PreemptLowerPriority')}`],
    'an empty preemption policy': [named('high').asking({preemptionPolicy: ''}), `the string value of PreemptionPolicy () ${computed('PreemptLowerPriority')}`],
    'a different priority and policy, and reports the priority': [named('high').asking({priority: 5, preemptionPolicy: 'Never'}), `the integer value of priority (5) ${computed(1000)}`],
  }

  for (const [title, [body, message]] of Object.entries(reject)) {
    it(`rejects ${title}`, () => expect(verdict(given(high).create(body))).to.equal(forbidden(message)))
  }

  it('accepts values equal to those of the class', () => {
    expect(verdict(given(high).create(named('high').asking({priority: 1000, preemptionPolicy: 'PreemptLowerPriority'})))).to.equal('201')
    expect(verdict(given().create(pod().asking({priority: 0})))).to.equal('201')
  })

  describe('on update', () => {
    it('keeps the stored values when they are omitted', () => {
      const cluster = given(high, named('high'))
      const {object, steps} = cluster.update(named('high').labelled({a: 'b'}))
      expect(at(object, 'spec')).to.include({priority: 1000, preemptionPolicy: 'PreemptLowerPriority'})
      expect(steps.filter(({plugin}) => plugin === 'Priority').flatMap(({changes}) => changes.map(({field}) => String(field)))).to.deep.equal(['spec.priority', 'spec.preemptionPolicy'])
    })

    it('changes nothing when all values are given', () => {
      const cluster = given(high, named('high'))
      const {steps} = cluster.update(named('high').asking({priority: 1000, preemptionPolicy: 'PreemptLowerPriority'}))
      expect(steps.filter(({plugin}) => plugin === 'Priority')).to.deep.equal([])
    })

    it('leaves changed values to validation', () => {
      expect(verdict(given(high, named('high')).update(named('high').asking({priority: 5})))).to.match(/^422 Pod "p" is invalid: spec: Forbidden: pod updates may not change/)
    })

    it('sets nothing when the stored pod has no values', () => {
      const cluster = given()
      allowed(cluster.cluster.load({object: pod(), namespace: 'dev'}))
      const updated = allowed(cluster.update(pod().labelled({a: 'b'})))
      expect(at(updated, 'spec')).not.to.have.any.keys('priority', 'preemptionPolicy')
    })
  })

  it('ignores subresources of pods', () => {
    const cluster = given(high, pod())
    expect(verdict(cluster.update(pod().asking({priorityClassName: 'gold'}).having({status: {phase: 'Running'}}), {subresource: 'status'}))).to.equal('200')
  })

  describe('with PriorityClasses', () => {
    const usual = priorityClass('usual', 7, {globalDefault: true})
    const only = (name: string): string => `403 priorityclasses.scheduling.k8s.io "${name}" is forbidden: PriorityClass usual is already marked as default. Only one default can exist`

    it('allows only one default class', () => {
      expect(verdict(given(high).create(usual))).to.equal('201')
      expect(verdict(given(usual).create(priorityClass('other', 1, {globalDefault: true})))).to.equal(only('other'))
      expect(verdict(given(usual).create(priorityClass('other', 1, {globalDefault: false})))).to.equal('201')
    })

    it('allows updates of the default class, but no second default', () => {
      expect(verdict(given(usual).update(usual.labelled({a: 'b'})))).to.equal('200')
      expect(verdict(given(usual, high).update(priorityClass('high', 1000, {globalDefault: true})))).to.equal(only('high'))
    })

    it('allows another default after the first one is deleted', () => {
      const cluster = given(usual, high)
      allowed(cluster.delete(usual))
      expect(verdict(cluster.update(priorityClass('high', 1000, {globalDefault: true})))).to.equal('200')
    })

    it('ignores other API groups', () => {
      expect(verdict(given(usual).create({apiVersion: 'example.com/v1', kind: 'PriorityClass', metadata: {name: 'x'}, globalDefault: true}))).to.equal('201')
    })
  })
})
