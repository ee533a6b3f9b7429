import {expect} from 'chai'
import * as fc from 'fast-check'

import {Reorder, type Timed} from '../../../src/replay/order/reorder.js'

interface Item extends Timed {
  readonly name: string
}

const item = (seconds: number, place: number, name = `${seconds}/${place}`): Item => ({seconds, nanoseconds: 0, place, name})

/** Output, with the effective time. */
function ordered(window: number, feed: (order: Reorder<Item>) => void): {readonly names: string[], readonly times: number[], readonly order: Reorder<Item>} {
  const names: string[] = []
  const times: number[] = []
  const order = new Reorder<Item>(({name}, {seconds}) => {
    names.push(name)
    times.push(seconds)
  }, window)
  feed(order)
  order.end()
  return {names, times, order}
}

const series = (seconds: readonly number[], place: number): () => Item | undefined => {
  const rest = [...seconds]
  return () => {
    const next = rest.shift()
    return next === undefined ? undefined : item(next, place, `s${next}`)
  }
}

describe('putting into order', () => {
  it('leaves alone what is in order, and equal times as they come', () => {
    const {names, order} = ordered(2, (o) => [1, 2, 2, 3].forEach((seconds, i) => o.push(item(seconds, i))))
    expect(names).to.deep.equal(['1/0', '2/1', '2/2', '3/3'])
    expect(order).to.include({reordered: 0, late: 0})
  })

  it('puts in its place what comes within the window', () => {
    const {names, order} = ordered(3, (o) => [5, 3, 4, 6].forEach((seconds, i) => o.push(item(seconds, i))))
    expect(names).to.deep.equal(['3/1', '4/2', '5/0', '6/3'])
    expect(order).to.include({reordered: 2, late: 0})
  })

  it('counts what comes later, and does not turn the clock back for it', () => {
    const {names, times, order} = ordered(2, (o) => [5, 6, 7, 1, 8].forEach((seconds, i) => o.push(item(seconds, i))))
    expect(names).to.deep.equal(['5/0', '1/3', '6/1', '7/2', '8/4'])
    expect(times).to.deep.equal([5, 5, 6, 7, 8])
    expect(order).to.include({reordered: 0, late: 1})
  })

  it('weaves series in', () => {
    const {names} = ordered(1, (o) => {
      o.pushSeries(series([1, 4, 9], 0))
      o.pushSeries(series([], 1))
      o.pushSeries(series([2, 3], 2));
      [2, 5, 6].forEach((seconds, i) => o.push(item(seconds, 3 + i)))
    })
    expect(names).to.deep.equal(['s1', 's2', '2/3', 's3', 's4', '5/4', '6/5', 's9'])
  })

  it('lets nothing go while it is held', () => {
    const {names, order} = ordered(1, (o) => {
      o.hold();
      [9, 7, 8, 1].forEach((seconds, i) => o.push(item(seconds, i)))
      o.release()
      o.push(item(10, 4))
    })
    expect(names).to.deep.equal(['1/3', '7/1', '8/2', '9/0', '10/4'])
    expect(order.late).to.equal(0)
  })

  it('sorts all that is no further away than the window', () => {
    fc.assert(fc.property(fc.integer({min: 0, max: 20}), fc.array(fc.integer({min: 0, max: 30}), {maxLength: 200}), (window, steps) => {
      // A request that takes so long stands that much later in the log, behind fewer others than that.
      const log = steps.map((step, i) => ({time: i, written: i + Math.min(step, window)})).sort((a, b) => a.written - b.written || a.time - b.time)
      const {times, order} = ordered(window, (o) => log.forEach(({time}, i) => o.push(item(time, i))))
      expect(times).to.deep.equal(steps.map((_, i) => i))
      expect(order.late).to.equal(0)
    }))
  })

  it('gives back everything once, and never an earlier time', () => {
    fc.assert(fc.property(fc.integer({min: 0, max: 5}), fc.array(fc.integer({min: 0, max: 9}), {maxLength: 100}), (window, seconds) => {
      const {names, times} = ordered(window, (o) => seconds.forEach((second, i) => o.push(item(second, i))))
      expect([...names].sort()).to.deep.equal(seconds.map((second, i) => `${second}/${i}`).sort())
      expect(times).to.deep.equal([...times].sort((a, b) => a - b))
    }))
  })
})
