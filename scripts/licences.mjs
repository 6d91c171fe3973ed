// Writes docs/licences.md from package-lock.json: every package with its licence. Fails if a licence is not permissive
// and its package is not in `named`; with `--check`, also if docs/licences.md is outdated.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { fail, root } from './lib.mjs'

const permissive = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'CC-BY-4.0',
  'ISC',
  'MIT',
  'MIT-0',
  'PostgreSQL',
  'Python-2.0',
  'PSF-2.0',
  'Unlicense',
  'Zlib',
])

/**
 * Packages with weak copyleft: conditions on the package itself, but not on code that uses it. Each package is used
 * unchanged; `why` is its purpose.
 */
const named = [
  { name: /^@img\/sharp-/, why: 'libvips (LGPL), a library of its own that sharp loads; it may be replaced' },
  { name: /^lightningcss/, why: 'writes the style sheets when the web is built; no part of it is in them' },
  { name: /^axe-core$/, why: 'looks at pages in tests' },
  { name: /^mtx-decompressor$/, why: 'reads fonts of Office files in the preview, as it is' },
]

/** `(MIT OR GPL-3.0)` may be used as MIT; for `A AND B` both must be allowed. */
export function mayUse(licence) {
  const plain = licence.replace(/[()]/g, '')
  if (plain.includes(' OR ')) return plain.split(' OR ').some((one) => mayUse(one.trim()))
  return plain.split(' AND ').every((one) => permissive.has(one.trim()))
}

const stated = (license) =>
  (Array.isArray(license) ? license.join(' OR ') : (license ?? 'none stated'))
    .replace('Apache2', 'Apache-2.0')
    .replace('Apache License 2.0', 'Apache-2.0')

export function licences() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  return Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .map(([path, { version, license, dev, optional }]) => ({
      name: path.split('node_modules/').at(-1),
      version,
      licence: stated(license),
      use: dev ? 'development' : optional ? 'optional' : 'production',
    }))
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.version < b.version ? -1 : 1))
}

function page(list) {
  const counts = new Map()
  for (const { licence } of list) counts.set(licence, (counts.get(licence) ?? 0) + 1)
  const summary = [...counts].sort((a, b) => b[1] - a[1]).map(([licence, count]) => `| ${licence} | ${count} |`)
  const rows = [
    ...new Set(list.map(({ name, version, licence, use }) => `| ${name} | ${version} | ${licence} | ${use} |`)),
  ]
  return `# Licences

Every package that is installed, written by \`npm run generate\` from \`package-lock.json\`. \`npm run check\` fails where this
page is old or a licence is not permissive and its package not named here:

${named.map(({ name, why }) => `- \`${name.source.replace(/[\^$\\]/g, '')}\`: ${why}`).join('\n')}

| licence | packages |
|---|---|
${summary.join('\n')}

| package | version | licence | used in |
|---|---|---|---|
${rows.join('\n')}
`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const list = licences()
  const refused = list.filter(({ name, licence }) => !mayUse(licence) && !named.some((one) => one.name.test(name)))
  if (refused.length > 0) fail(refused.map(({ name, licence }) => `${name}: ${licence} is not permissive`).join('\n'))
  const file = join(root, 'docs/licences.md')
  if (!process.argv.includes('--check')) writeFileSync(file, page(list))
  else if (readFileSync(file, 'utf8') !== page(list)) fail('docs/licences.md is old: npm run generate')
}
