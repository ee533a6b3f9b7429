import {expect} from 'chai'
import {readdirSync, readFileSync} from 'node:fs'

import {root} from '../helpers/run-kadm.js'

describe('topics', () => {
  it('describe each group of commands, in place of the first command of it', () => {
    const groups = readdirSync(`${root}commands`, {withFileTypes: true}).filter((entry) => entry.isDirectory() && entry.name !== 'completion')
    const {oclif: {topics}} = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {oclif: {topics: Record<string, {description: string}>}}
    expect(Object.keys(topics)).to.have.members(groups.map(({name}) => name))
  })
})
