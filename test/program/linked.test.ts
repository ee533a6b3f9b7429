import {expect} from 'chai'

import {linked, type Outside} from '../../src/program/linked.js'

/** A module that notes in `loaded` when it is loaded. */
const outside = (loaded: string[], exports: Readonly<Record<string, unknown>>): Outside => ({
  names: Object.keys(exports),
  load: () => {
    loaded.push(Object.keys(exports).join(' '))
    return exports
  },
})

describe('linked', () => {
  it('returns the modules of a script by their numbers', () => {
    const moduleOf = linked((module) => {
      module.exports = {modules: {3: () => ({a: 1}), 7: () => ({b: 2})}}
    }, {})
    expect(moduleOf(7)).to.deep.equal({b: 2})
    expect(moduleOf(3)).to.deep.equal({a: 1})
  })

  it('loads a module outside of the script once, when the script first uses it', () => {
    const loaded: string[] = []
    const moduleOf = linked((module, require) => {
      const [paths, style] = [require('#platform/paths.js'), require('#platform/style.js')]
      module.exports = {modules: {0: () => ({separator: () => paths['sep'], both: () => `${String(paths['sep'])}${String(paths['dot'])}`, colour: () => style['colour']})}}
    }, {'#platform/paths.js': outside(loaded, {sep: '/', dot: '.'}), '#platform/style.js': outside(loaded, {colour: 'red'})})
    expect(loaded).to.deep.equal([])
    const {separator, both, colour} = moduleOf(0) as Record<string, () => unknown>
    expect([separator?.(), both?.()]).to.deep.equal(['/', '/.'])
    expect(loaded).to.deep.equal(['sep dot'])
    expect(colour?.()).to.equal('red')
    expect(loaded).to.deep.equal(['sep dot', 'colour'])
  })
})
