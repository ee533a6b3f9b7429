import {expect} from 'chai'
import * as fc from 'fast-check'

import {Reorder, type Timed} from '../../../src/replay/order/reorder.js'

interface Item extends Timed {
  readonly name: string
}

const item = (seconds: number, place: number, name = `${seconds}/${place}`): Item => ({seconds, nanoseconds: 0, place, name})

/** Pushes items, and calls `collect` to take those that are ready. */
type Feed = (order: Reorder<Item>, collect: () => void) => void

/** Returns the names in the order of output, with the effective times. */
function ordered(window: number, feed: Feed): {readonly names: string[], readonly times: number[], readonly order: Reorder<Item>} {
  const names: string[] = []
  const times: number[] = []
  const order = new Reorder<Item>(window)
  const collect = (): void => {
    for (let next = order.next(); next !== undefined; next = order.next()) {
      names.push(next.name)
      times.push(order.now.seconds)
    }
  }
  feed(order, collect)
  order.end()
  collect()
  return {names, times, order}
}

/** Returns a feed that pushes items one at a time. */
const pushing = (items: readonly Item[]): Feed => (order, collect) => {
  for (const one of items) {
    order.push(one)
    collect()
  }
}

const series = (seconds: readonly number[], place: number): () => Item | undefined => {
  const rest = [...seconds]
  return () => {
    const next = rest.shift()
    return next === undefined ? undefined : item(next, place, `s${next}`)
  }
}

describe('Reorder', () => {
  it('keeps sorted items, and the input order of equal times', () => {
    const {names, order} = ordered(2, pushing([1, 2, 2, 3].map((seconds, i) => item(seconds, i))))
    expect(names).to.deep.equal(['1/0', '2/1', '2/2', '3/3'])
    expect(order).to.include({reordered: 0, late: 0})
  })

  it('sorts items that are late by less than the window', () => {
    const {names, order} = ordered(3, pushing([5, 3, 4, 6].map((seconds, i) => item(seconds, i))))
    expect(names).to.deep.equal(['3/1', '4/2', '5/0', '6/3'])
    expect(order).to.include({reordered: 2, late: 0})
  })

  it('counts items later than the window without setting the clock back', () => {
    const {names, times, order} = ordered(2, pushing([5, 6, 7, 1, 8].map((seconds, i) => item(seconds, i))))
    expect(names).to.deep.equal(['5/0', '1/3', '6/1', '7/2', '8/4'])
    expect(times).to.deep.equal([5, 5, 6, 7, 8])
    expect(order).to.include({reordered: 0, late: 1})
  })

  it('merges series with pushed items', () => {
    const {names} = ordered(1, (o, collect) => {
      o.pushSeries(series([1, 4, 9], 0))
      o.pushSeries(series([], 1))
      o.pushSeries(series([2, 3], 2))
      pushing([2, 5, 6].map((seconds, i) => item(seconds, 3 + i)))(o, collect)
    })
    expect(names).to.deep.equal(['s1', 's2', '2/3', 's3', 's4', '5/4', '6/5', 's9'])
  })

  it('returns no items while on hold', () => {
    const {names, order} = ordered(1, (o, collect) => {
      o.hold()
      pushing([9, 7, 8, 1].map((seconds, i) => item(seconds, i)))(o, collect)
      o.release()
      pushing([item(10, 4)])(o, collect)
    })
    expect(names).to.deep.equal(['1/3', '7/1', '8/2', '9/0', '10/4'])
    expect(order.late).to.equal(0)
  })

  it('sorts all items that are late by at most the window', () => {
    fc.assert(fc.property(fc.integer({min: 0, max: 20}), fc.array(fc.integer({min: 0, max: 30}), {maxLength: 200}), (window, steps) => {
      // A request is logged when it ends: a slow one comes after others that started later, at most `window` of them.
      const log = steps.map((step, i) => ({time: i, logged: i + Math.min(step, window)})).sort((a, b) => a.logged - b.logged || a.time - b.time)
      const {times, order} = ordered(window, pushing(log.map(({time}, i) => item(time, i))))
      expect(times).to.deep.equal(steps.map((_, i) => i))
      expect(order.late).to.equal(0)
    }))
  })

  it('returns each item once, with times that never decrease', () => {
    fc.assert(fc.property(fc.integer({min: 0, max: 5}), fc.array(fc.integer({min: 0, max: 9}), {maxLength: 100}), (window, seconds) => {
      const {names, times} = ordered(window, pushing(seconds.map((second, i) => item(second, i))))
      expect([...names].sort()).to.deep.equal(seconds.map((second, i) => `${second}/${i}`).sort())
      expect(times).to.deep.equal([...times].sort((a, b) => a - b))
    }))
  })
})
