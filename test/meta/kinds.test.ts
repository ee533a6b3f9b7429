import {expect} from 'chai'
import {existsSync, readdirSync, readFileSync} from 'node:fs'
import {join} from 'node:path'

import {admissionPlugins} from '../../src/admission/plugins/index.js'
import {sharedKinds} from '../../src/kinds/index.js'
import {root} from '../helpers/run-kadm.js'

/** Folders of src/kinds/ that hold no kind. */
const others = ['shared']

const folders = readdirSync(join(root, 'src/kinds'), {withFileTypes: true})
  .filter((entry) => entry.isDirectory() && !others.includes(entry.name)).map(({name}) => name)

const testFiles = readdirSync(join(root, 'test/kinds'), {recursive: true, encoding: 'utf8'}).map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.test.ts'))

/** Test files that are about several source files. */
const aboutMany = ['accepted-objects.test.ts']

/** The name of the folder of a kind: `cron-job` for CronJob. */
const folderOf = (kind: string): string => kind.replace(/(?<!^)[A-Z]/g, '-$&').toLowerCase()

describe('the folder of a kind', () => {
  const kinds = [...new Set([...sharedKinds, ...admissionPlugins.flatMap((plugin) => plugin.kinds)].map(({kind}) => kind))]

  it('is named after the kind', () => expect(kinds.map(folderOf).sort()).to.deep.equal(folders.sort()))

  it('has tests', () => {
    const untested = folders.filter((folder) => !testFiles.includes(`${folder}/index.test.ts`))
    expect(untested, 'folders of src/kinds/ without index.test.ts in test/kinds/').to.deep.equal([])
  })

  for (const kind of kinds) {
    it(`of ${kind} has tests that begin with its name`, () => {
      const index = join(root, `test/kinds/${folderOf(kind)}/index.test.ts`)
      const [, title] = /^describe\('([^']*)'/m.exec(readFileSync(index, 'utf8')) ?? []
      expect(title).to.match(new RegExp(`^${kind}\\b`))
    })
  }
})

describe('a file of test/kinds/', () => {
  for (const file of testFiles.filter((name) => !aboutMany.includes(name))) {
    it(`tests the source file of its name: ${file}`, () => {
      const source = `src/kinds/${file.replace(/\.test\.ts$/, '.ts')}`
      expect(existsSync(join(root, source)), `${source} exists`).to.equal(true)
    })
  }
})
