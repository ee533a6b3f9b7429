import {expect} from 'chai'

import {Answers} from '../../src/cluster/answers.js'
import type {KubeObject} from '../../src/kinds/kind.js'

const object = (name: string): KubeObject => ({apiVersion: 'v1', kind: 'Pod', metadata: {name}})

const isBlue = ({metadata: {name}}: KubeObject): boolean => name === 'blue'

/** Asks about a list, and counts how often the list is read. */
class Asked {
  private objects: KubeObject[] = []
  reads = 0

  constructor(readonly answers = new Answers()) {}

  some(): boolean {
    return this.answers.some('is blue', isBlue, () => {
      this.reads++
      return this.objects
    })
  }

  put(name: string, replaced?: string): this {
    this.delete(replaced, false)
    this.objects.push(object(name))
    this.answers.put(() => object(name), replaced === undefined)
    return this
  }

  delete(name: string | undefined, isDeletion = true): this {
    this.objects = this.objects.filter(({metadata}) => metadata.name !== name)
    if (isDeletion) this.answers.delete()
    return this
  }
}

describe('Answers', () => {
  it('check only new objects', () => {
    const asked = new Asked().put('red')
    expect([asked.some(), asked.put('green').some(), asked.put('blue').some(), asked.put('red').some()]).to.deep.equal([false, false, true, true])
    expect(asked.reads).to.equal(1)
  })

  it('change when an object is replaced', () => {
    const asked = new Asked().put('red')
    expect([asked.some(), asked.put('blue', 'red').some(), asked.put('green', 'blue').some()]).to.deep.equal([false, true, false])
    expect(new Asked().put('red').put('blue').put('green', 'red').some()).to.equal(true)
  })

  it('change when an object is deleted', () => {
    const asked = new Asked().put('blue').put('red')
    expect([asked.some(), asked.delete('red').some(), asked.delete('blue').some()]).to.deep.equal([true, true, false])
  })

  it('do not change with a copy', () => {
    const asked = new Asked().put('red')
    expect(asked.some()).to.equal(false)
    new Answers(asked.answers).put(() => object('blue'), true)
    expect(asked.some()).to.equal(false)
  })
})
