import {expect} from 'chai'
import {existsSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import type {Page} from 'playwright-core'

import {root} from '../helpers/run-kadm.js'
import {describeInBrowser} from './browser.js'
import {checksum, type Picture, pictureOf, pictures, pictureScale, pictureWidth, showFinding, sizeOf} from './pictures.js'
import {servePlayground, settled} from './playground-page.js'
import type {StaticServer} from './static-server.js'

const isUpdate = process.env['UPDATE_PICTURES'] !== undefined

const fileOf = (name: string): string => join(root, `docs/images/${name}.webp`)

const checksumsFile = join(root, 'docs/images/checksums.json')

const readChecksums = (): Record<string, string> => existsSync(checksumsFile) ? JSON.parse(readFileSync(checksumsFile, 'utf8')) as Record<string, string> : {}

const command = 'UPDATE_PICTURES=1 npx mocha test/browser/pictures.test.ts'

describeInBrowser('pages in pictures', (browser) => {
  let server: StaticServer | undefined

  before(async () => void (server = await servePlayground()))
  after(() => server?.close())

  async function open({isPlayground = false, source, height, colorScheme}: Picture): Promise<Page> {
    const settings = {width: pictureWidth, height, colorScheme}
    if (!isPlayground) return browser.open(await source(), settings)
    const page = await browser.visit(server?.address ?? '', (url) => url.startsWith(server?.address ?? '') || url.startsWith('data:'), settings)
    await settled(page)
    await showFinding(page)
    return page
  }

  for (const [name, picture] of Object.entries(pictures)) {
    it(`have what the picture shows: ${name}`, async () => {
      const page = await open(picture)
      const isPast = isUpdate && readChecksums()[name] !== checksum(await picture.source())
      if (isPast) {
        writeFileSync(fileOf(name), await pictureOf(page))
        writeFileSync(checksumsFile, `${JSON.stringify({...readChecksums(), [name]: checksum(await picture.source())}, undefined, 2)}\n`)
      }
      for (const text of picture.shows) {
        const box = await page.getByText(text).first().boundingBox()
        expect(box !== null && box.y + box.height <= picture.height, `${text} is in the window`).to.equal(true)
      }
    })
  }
})

describe('pictures of pages', () => {
  for (const [name, picture] of Object.entries(pictures)) {
    it(`are of today's pages, small, and large enough to read: ${name} @slow`, async () => {
      expect(existsSync(fileOf(name)), `docs/images/${name}.webp is missing: run ${command}`).to.equal(true)
      expect(readChecksums()[name], `docs/images/${name}.webp shows an earlier page: run ${command}`).to.equal(checksum(await picture.source()))
      const bytes = readFileSync(fileOf(name))
      expect(sizeOf(bytes)).to.deep.equal({width: pictureWidth * pictureScale, height: picture.height * pictureScale})
      expect(bytes.length).to.be.at.most(150_000)
    })
  }

  it('have no checksum of a picture that there is no longer', () => expect(Object.keys(readChecksums()).sort()).to.deep.equal(Object.keys(pictures).sort()))
})
