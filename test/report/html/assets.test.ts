import {expect} from 'chai'
import {createHash} from 'node:crypto'
import {readFileSync} from 'node:fs'

import {pageAssets, pageAssetsPath} from '../../../scripts/docs/page-assets.js'
import {pageScript, pageStyle, scriptHash, styleHash} from '../../../src/report/html/assets.js'
import {htmlPage} from '../../../src/report/html/page.js'
import {printable} from '../../../src/machinery/output/printable.js'

const page = htmlPage({title: 'kadm lint', version: '1.2.3', view: {summary: 'nothing', tone: 'good', cards: [], sections: []}})

describe('texts of HTML pages', () => {
  it('are current: `npm run docs` writes them', async () => {
    expect(readFileSync(pageAssetsPath, 'utf8')).to.equal(await pageAssets())
  })

  it('are allowed by their hashes', () => {
    for (const [text, hash] of [[pageStyle, styleHash], [pageScript, scriptHash]] as const) {
      expect(hash).to.equal(`sha256-${createHash('sha256').update(text).digest('base64')}`)
      expect(page).to.contain(`>${text}</`).and.to.contain(hash)
    }
  })

  it('make a page of at most 500 kB without its data', function () {
    expect(page.length).to.be.at.most(500_000)
    if (this.test !== undefined) this.test.title += ` (${page.length} bytes)`
  })

  it('have no character or command that the output would escape', () => expect(printable(page)).to.equal(page))

  it('load nothing', () => expect(page).to.not.match(/https?:|url\(|@import|@font-face/))
})
