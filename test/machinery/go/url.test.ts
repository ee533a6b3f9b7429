import {expect} from 'chai'

import {parseUrl} from '../../../src/machinery/go/url.js'

describe('parseUrl', () => {
  it('returns the host with its port', () => {
    const table: [url: string, host: string][] = [
      ['https://a.b:80/c?d#e', 'a.b:80'], ['http://u:p@[::1]:80/', '[::1]:80'], ['http://[fe80::1%25a%20b]/', '[fe80::1%a b]'], ['http://a%ffb/', 'a\u00ffb'],
      ['spiffe:a', ''], ['*', ''], ['//a', 'a'], ['///a:b', ''], ['x://a:b:80', 'a:b:80'], ['a/b:c', ''], ['', ''], ['http://a:', 'a:'],
    ]
    for (const [url, host] of table) expect(parseUrl(url), url).to.deep.equal({host})
  })

  it('returns the message of Go', () => {
    const table: [url: string, error: string][] = [
      [':', 'missing protocol scheme'], ['a\u007f', 'net/url: invalid control character in URL'], ['b c:d', 'first path segment in URL cannot contain colon'],
      ['http://a[::1]', 'invalid IP-literal'], ['http://[::1', "missing ']' in host"], ['http://[::1]x', 'invalid port "x" after host'], ['http://[1.2.3.4]', 'invalid IP-literal'],
      ['http://a:1:2', 'invalid port ":1:2" after host'], ['HTTPS://a:1:2', 'invalid port ":1:2" after host'], ['x://a:b', 'invalid port ":b" after host'],
      ['http://u<@a', 'net/url: invalid userinfo'], ['http://u:%zz@a', 'invalid URL escape "%zz"'], ['http://a%20b', 'invalid URL escape "%20"'],
      ['http://a/%2', 'invalid URL escape "%2"'], ['http://a`', 'invalid character "`" in host name'], ['http://[::1%25%0a]/', 'invalid URL escape "%0a"'],
      ['http://[1::2::3]', 'invalid host: ParseAddr("1::2::3"): multiple :: in address (at ":3")'],
    ]
    for (const [url, error] of table) expect(parseUrl(url), url).to.deep.equal({error: `parse ${JSON.stringify(url).replace('\u007f', '\\x7f')}: ${error}`})
  })

  it('quotes the fragment only if that is wrong', () => {
    expect(parseUrl('http://a#%')).to.deep.equal({error: 'parse "http://a#%": invalid URL escape "%"'})
    expect(parseUrl('http://a`#b')).to.deep.equal({error: 'parse "http://a`": invalid character "`" in host name'})
  })
})
