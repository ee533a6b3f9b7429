import {expect} from 'chai'

import {escapedHtml, html} from '../../../src/report/html/html.js'
import {htmlPage} from '../../../src/report/html/page.js'
import {item, itemList, namespacedTable, table} from '../../../src/report/html/view.js'
import {markupError} from '../../helpers/markup.js'

describe('html', () => {
  it('escapes texts, in content and in attributes', () => {
    expect(html`<p title="${'"\'&'}">${'<img src=x onerror=alert(1)>'}</p>`.text).to.equal('<p title="&quot;&#39;&amp;">&lt;img src=x onerror=alert(1)&gt;</p>')
    expect(html`${'</script><!--'}`.text).to.equal('&lt;/script&gt;&lt;!--')
  })

  it('does not escape HTML again, and joins lists', () => {
    expect(html`<ul>${['a&b', 'c'].map((text) => html`<li>${text}</li>`)}</ul>`.text).to.equal('<ul><li>a&amp;b</li><li>c</li></ul>')
  })

  it('prints numbers, and leaves out undefined and false', () => {
    expect(html`${0},${12n},${undefined},${false},${[]}${''}`.text).to.equal('0,12,,,')
  })

  it('shows control, format and invisible characters as escapes, and keeps line breaks', () => {
    expect(escapedHtml('a\u202eb\u0000\u001b[31m\r\u200b\nc')).to.equal('a\\u202eb\\u0000\\u001b[31m\\u000d\\u200b\nc')
  })

  it('shows characters that HTML forbids as escapes', () => {
    expect(escapedHtml('\ud800x\ufffe\u{1ffff}')).to.equal('\\ud800x\\ufffe\\u1ffff')
  })

  it('does not take an object with a text for HTML', () => {
    expect(html`${JSON.parse('["<b>"]') as string[]}`.text).to.equal('&lt;b&gt;')
  })
})

describe('namespacedTable', () => {
  const [dev, prod] = ['dev', 'prod'].map((namespace) => ({namespace, cells: ['pods', 1]})) as [{namespace: string, cells: [string, number]}, {namespace: string, cells: [string, number]}]
  const columns = [{title: 'Resource'}, {title: 'Hard', isNumeric: true}]

  it('names the only namespace in its caption', () => {
    expect(namespacedTable('Quotas', columns, [dev, dev]).text).to.contain('<caption>Quotas in namespace dev</caption>')
      .and.to.contain('<tr><th scope="row">pods</th><td class="number">1</td></tr>').and.not.to.contain('Namespace')
    expect(namespacedTable('Quotas', columns, [{...dev, namespace: ''}]).text).to.contain('<caption>Quotas</caption>')
  })

  it('has a column for several namespaces, by which readers can filter', () => {
    const {text} = namespacedTable('Quotas', columns, [{...dev, noun: 'bound'}, {...prod, noun: 'bound', facts: {a: 'b'}}])
    expect(text).to.contain('<caption>Quotas</caption>').and.to.contain('<th scope="col">Namespace</th><th scope="col">Resource</th><th scope="col" class="number">Hard</th>')
    expect(text).to.contain('<tr data-item="bound" data-namespace="dev"><th scope="row">dev</th><td>pods</td><td class="number">1</td></tr>').and.to.contain('data-a="b" data-namespace="prod"')
  })
})

describe('htmlPage', () => {
  const hostile = '"><img src=x onerror="alert(1)"><!-- </main></script>&lt;\u202e'
  const page = htmlPage({
    title: hostile, version: hostile, ending: {exitStatus: 2, incomplete: [hostile]},
    view: {
      summary: hostile, tone: 'bad', cards: [{value: hostile, label: hostile}], notes: [hostile],
      sections: [{id: 'a', title: hostile, body: html`${itemList([item('finding', {rule: hostile}, 'bad', hostile)])}${table(hostile, [{title: hostile}], [{cells: [hostile]}])}`}],
    },
  })

  it('contains only elements of kadm, regardless of the texts', () => expect(markupError(page)).to.equal(undefined))

  it('would be wrong with a text that is not escaped', () => {
    expect(markupError(page.replace('</main>', '<b title="a">b</b></main>'))).to.contain('no attribute of a report')
    expect(markupError(page.replace('</main>', '<img src="x"></main>'))).to.contain('no element of a report')
    expect(markupError(page.replace('</main>', '<a href="javascript:alert(1)">b</a></main>'))).to.contain('no attribute of a report')
    expect(markupError(page.replace('</main>', '<b></main>'))).to.contain('an end tag without its start')
    expect(markupError(page.replace('</main>', 'a & b</main>'))).to.contain('not escaped')
  })
})
