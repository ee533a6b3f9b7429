import {expect} from 'chai'
import {priorityClass as kind, systemPriorityClasses} from '../../../src/kinds/priority-class/index.js'
import type {PriorityClass} from '../../../src/machinery/api/scheduling-v1.js'
import {type Body, priorityClass} from '../../helpers/builders.js'
import {decoded} from '../../helpers/decoded.js'

const read = (body: Body): PriorityClass => decoded(body)

const withDefaults = (body: Body): PriorityClass => kind.setDefaults?.(read(body)) ?? read(body)

const errorsOf = (body: Body): string[] | undefined => kind.validate?.(withDefaults(body)).map(String)

describe('PriorityClass', () => {
  it('defaults its value and its preemptionPolicy', () => {
    expect(withDefaults(priorityClass('a', 0).having({value: undefined}))).to.deep.include({value: 0, preemptionPolicy: 'PreemptLowerPriority'})
    const complete = read(priorityClass('a', 5, {preemptionPolicy: 'Never'}))
    expect(kind.setDefaults?.(complete)).to.equal(complete)
  })

  const accept: Record<string, Body> = {
    'a value': priorityClass('a', 5),
    'a negative value': priorityClass('a', -2147483648),
    'the highest user-defined value': priorityClass('a', 1000000000),
    'preemptionPolicy Never': priorityClass('a', 5, {preemptionPolicy: 'Never'}),
    'a default class': priorityClass('a', 5, {globalDefault: true}),
    'a name that only resembles a system class': priorityClass('systemic', 1),
    'a system class': priorityClass('system-node-critical', 2000001000),
    'the other system class': priorityClass('system-cluster-critical', 2000000000, {globalDefault: false}),
  }

  for (const [title, body] of Object.entries(accept)) {
    it(`accepts ${title}`, () => expect(errorsOf(body)).to.deep.equal([]))
  }

  const reserved = (error: string): string => `metadata.name: Forbidden: priority class names with 'system-' prefix are reserved for system use only. error: ${error}`
  const tooHigh = 'value: Forbidden: maximum allowed value of a user defined priority is 1000000000'

  const reject: Record<string, [body: Body, ...errors: string[]]> = {
    'a value above the highest user-defined one': [priorityClass('a', 1000000001), tooHigh],
    'an unknown system class': [priorityClass('system-x', 2000000000), reserved('system-x is not a known system priority class')],
    'a system class named like a property of Object.prototype': [priorityClass('system-toString', 1), reserved('system-toString is not a known system priority class')],
    'a wrong value of a system class': [priorityClass('system-node-critical', 1), reserved('value of system-node-critical PriorityClass must be 2000001000')],
    'a system class as default class': [
      priorityClass('system-cluster-critical', 2000000000, {globalDefault: true}), reserved('globalDefault of system-cluster-critical PriorityClass must be false'),
    ],
    'an empty policy': [priorityClass('a', 1, {preemptionPolicy: ''}), 'preemptionPolicy: Required value'],
    'an unknown policy': [priorityClass('a', 1, {preemptionPolicy: 'never'}), 'preemptionPolicy: Unsupported value: "never": supported values: "PreemptLowerPriority", "Never"'],
    'both a value and a policy': [
      priorityClass('a', 2000000000, {preemptionPolicy: 'x'}), tooHigh, 'preemptionPolicy: Unsupported value: "x": supported values: "PreemptLowerPriority", "Never"',
    ],
  }

  for (const [title, [body, ...errors]] of Object.entries(reject)) {
    it(`rejects ${title}`, () => expect(errorsOf(body)).to.deep.equal(errors))
  }

  describe('on update', () => {
    const changed = (from: Body, to: Body): string[] | undefined => kind.validateUpdate?.(withDefaults(to), withDefaults(from)).map(String)

    it('accepts changes to globalDefault and description', () => {
      expect(changed(priorityClass('a', 1), priorityClass('a', 1, {globalDefault: true, description: 'x'}))).to.deep.equal([])
    })

    it('rejects changes to value and preemptionPolicy', () => {
      expect(changed(priorityClass('a', 1), priorityClass('a', 2, {preemptionPolicy: 'Never'}))).to.deep.equal([
        'value: Forbidden: may not be changed in an update.', 'preemptionPolicy: Invalid value: "Never": field is immutable',
      ])
    })

    it('quotes the policy as JSON', () => {
      expect(changed(priorityClass('a', 1), priorityClass('a', 1, {preemptionPolicy: '<&>'})))
        .to.deep.equal(['preemptionPolicy: Invalid value: "\\u003c\\u0026\\u003e": field is immutable'])
    })

    it('validates only the change', () => expect(kind.changeOnly).to.equal(true))
  })

  it('has two system classes', () => expect(systemPriorityClasses).to.deep.equal({'system-cluster-critical': 2e9, 'system-node-critical': 2000001000}))
})
