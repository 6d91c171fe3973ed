const s = 'Hello, 世界! JavaScript'
console.log(s.length, s.toUpperCase(), s.indexOf('世'), s.slice(-6), s.substring(0, 5), s.split(' '), s.replace('a', '@'), s.replaceAll('a', '@'))
console.log('abc'.padStart(6, '*'), 'abc'.padEnd(5) + '|', ' trim '.trim(), 'ab'.repeat(3), 'x'.charCodeAt(0), String.fromCharCode(20013), '😀'.length, [...'😀a'].length, '😀'.codePointAt(0))
console.log('a-b-c'.split('-', 2), 'abc'.at(-1), 'abcabc'.lastIndexOf('b'), 'Hi'.concat('!', 1), 'abc'.includes('bc'), 'abc'.startsWith('b', 1), 'abc' < 'abd', 'b'.localeCompare('a'))
console.log(`多行
模板 ${1 + 1} ${[1, 2]} ${{}}`, String.raw`a\n${1}`, 'it\'s', "q\"q", ["it's", 'say "hi"', `back\`tick`, 'new\nline', 'tab\t', '\\', '\u0001'])
console.log('2024-03-15'.match(/(\d+)-(\d+)/).slice(1, 3), [...'a1b22'.matchAll(/[a-z](\d+)/g)].map((m) => m[1]), 'x'.match(/y/), /(?<y>\d{4})/.exec('in 2024').groups.y, 'aBc'.replace(/[A-Z]/g, (c) => '_' + c.toLowerCase()))
const reverse = (t) => [...t].reverse().join(''); console.log(reverse('上海自来水'), ['level', 'hello'].map((w) => w === reverse(w)))
console.log('%s 有 %d 个 %i %f %j %o %O %%', '我', 3.7, 3.7, '1.50', { a: 1 }, [1], { b: { c: {} } }, '多余', 5)
const freq = {}; for (const c of 'programming') freq[c] = (freq[c] || 0) + 1; console.log(freq); console.log(encodeURIComponent('中 文&'), decodeURIComponent('%E4%B8%AD'), escape('a b'), isNaN('x'), parseInt('42px'), parseFloat('3.14abc'), Number(''), Number('0x1f'), (255).toString(16), (0.1 + 0.2).toFixed(2), (1234.5678).toPrecision(6), (1e21).toString(), 1 / 3)
const caesar = (t, k) => t.replace(/[a-z]/gi, (c) => { const b = c < 'a' ? 65 : 97; return String.fromCharCode((c.charCodeAt(0) - b + k + 26) % 26 + b) }); console.log(caesar('Attack at Dawn', 3), caesar(caesar('xyz', 5), -5)); console.log(['banana', 'apple', 'Cherry'].sort(), ['banana', 'apple', 'Cherry'].sort((a, b) => a.localeCompare(b)), 'x'.repeat(120), ['y'.repeat(90)])
