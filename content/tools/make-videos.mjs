// Makes every lesson video from its slide script: HTML slides -> PNG frames -> H.264 with a silent track, and captions.
// node content/tools/make-videos.mjs [--captions] [folder | folder/script …]; needs chromium and ffmpeg on the PATH (or
// CHROMIUM). With --captions only the captions are written, which needs neither.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { chromium } from 'playwright-core'
import { parse } from 'yaml'
import { slidePage, stepsOf } from './slide-page.mjs'

const content = join(import.meta.dirname, '..')
const slides = join(import.meta.dirname, 'slides')
const colours = Object.fromEntries(read('manifest.yaml').subjects.map((subject) => [subject.slug, subject.colour]))

function read(path) {
  return parse(readFileSync(join(content, path), 'utf8'))
}

/** The scripts asked for, with what the title slide needs and where the result goes. */
function scripts(wanted) {
  const found = []
  for (const folder of readdirSync(slides, { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
    const isCourse = existsSync(join(content, 'courses', folder.name, 'course.yaml'))
    const course = isCourse ? read(`courses/${folder.name}/course.yaml`) : null
    const lessons = new Map(course?.chapters.flatMap((chapter) => chapter.lessons).map((l) => [l.slug, l]))
    for (const file of readdirSync(join(slides, folder.name)).sort()) {
      const slug = file.replace(/\.yaml$/, '')
      const name = `${folder.name}/${slug}`
      if (wanted.length > 0 && !wanted.includes(folder.name) && !wanted.includes(name)) continue
      const script = parse(readFileSync(join(slides, folder.name, file), 'utf8'))
      const lesson = lessons.get(slug)
      if (!lesson && !script.output) throw new Error(`${name}: no such lesson and no output`)
      found.push({
        ...script,
        name,
        title: script.title ?? lesson.title,
        series: script.series ?? course.title,
        colour: script.colour ?? colours[course.subject],
        // What visitors see first has a poster; everywhere else the first picture of the video does.
        poster: lesson !== undefined && lesson === course.chapters[0].lessons[0],
        output: join(content, script.output ?? `courses/${folder.name}/${lesson.video}`),
      })
    }
  }
  return found
}

// Reading aloud takes about 4.6 characters a second; a pause lets the eye move to the new line.
const secondsFor = (text) => Math.max(2.4, Math.round((text.length / 4.6 + 0.7) * 5) / 5)

const clock = (seconds) => new Date(Math.round(seconds * 1000)).toISOString().slice(11, 23)

/**
 * A step's narration as captions of at most two short lines, split at punctuation, timed by length. The identifier of
 * the first one names the section of the video that starts there, if one does.
 */
function cues(text, start, length, section) {
  const pieces = []
  for (const piece of text.match(/[^，。！？；：]+[，。！？；：」]*/g) ?? []) {
    const last = pieces.length - 1
    if (last >= 0 && pieces[last].length + piece.length <= 24) pieces[last] += piece
    else pieces.push(piece)
  }
  let at = start
  return pieces.map((piece, index) => {
    const from = at
    at += (length * piece.length) / text.length
    const name = section && index === 0 ? `§ ${section}\n` : ''
    return `${name}${clock(from)} --> ${clock(at)}\n${piece.replace(/[，。；：]+$/, '')}\n`
  })
}

/** Title of the slide that begins with a step, without markup; empty for other steps. */
const sectionOf = ({ first, slide }) => (first && slide ? slide.head.replace(/[`*$]/g, '').trim() : '')

function writeCaptions(script) {
  if (script.burn) return
  const captions = ['WEBVTT\n']
  let at = 0
  for (const step of stepsOf(script)) {
    const length = secondsFor(step.say)
    captions.push(...cues(step.say, at, length, sectionOf(step)))
    at += length
  }
  writeFileSync(script.hls ? `${script.output}.vtt` : script.output.replace(/\.mp4$/, '.vtt'), captions.join('\n'))
}

async function make(page, script) {
  const folder = mkdtempSync(join(tmpdir(), 'slides-'))
  const steps = stepsOf(script)
  const list = []
  const starts = []
  let at = 0
  for (const [index, step] of steps.entries()) {
    const length = secondsFor(step.say)
    await page.setContent(slidePage(script, step, (index + 1) / steps.length))
    const problem = await page.evaluate(async () => {
      await document.fonts.ready
      const main = document.querySelector('main')
      if (!main) return ''
      const over = main.scrollHeight > main.clientHeight + 1 || main.scrollWidth > main.clientWidth + 1
      const outside = [...document.querySelectorAll('svg text')].find((text) => {
        const box = text.getBBox()
        return box.x < 0 || box.y < 0 || box.x + box.width > 576 || box.y + box.height > 236
      })
      if (outside) return `outside the figure: ${outside.textContent}`
      return over ? `overflow ${main.scrollWidth}x${main.scrollHeight}` : ''
    })
    if (problem) throw new Error(`${script.name} step ${index + 1}: ${problem}`)
    const file = join(folder, `${index}.png`)
    await page.screenshot({ path: file })
    if (step.first) starts.push(at)
    list.push(`file '${file}'\nduration ${length}\n`)
    at += length
  }
  if (at < 25 || at > 60) throw new Error(`${script.name}: ${at.toFixed(1)} s is not between 25 and 60`)
  writeFileSync(join(folder, 'list.txt'), list.join(''))
  encode(script, folder, at, starts)
  writeCaptions(script)
  const poster = script.output.replace(/\.mp4$/, '.webp')
  if (script.poster)
    execFileSync('ffmpeg', ['-y', '-loglevel', 'error', '-i', join(folder, '0.png'), '-quality', '70', poster])
  rmSync(folder, { recursive: true })
  process.stdout.write(`${relative(content, script.output)} ${at.toFixed(1)} s\n`)
}

function encode(script, folder, length, starts) {
  const input = ['-f', 'concat', '-safe', '0', '-i', join(folder, 'list.txt')]
  const silence = ['-f', 'lavfi', '-i', 'anullsrc=r=22050:cl=mono']
  // The last picture stays: the concat reader alone would end early.
  const still = ['-vf', 'fps=10,tpad=stop_mode=clone:stop_duration=10']
  const video = [...still, '-c:v', 'libx264', '-preset', 'veryslow', '-tune', 'stillimage', '-pix_fmt', 'yuv420p']
  const audio = ['-c:a', 'aac', '-b:a', '8k']
  const plain = ['-t', String(length), '-map_metadata', '-1', '-fflags', '+bitexact', '-flags', '+bitexact']
  const run = (args) => execFileSync('ffmpeg', ['-y', '-loglevel', 'error', ...input, ...silence, ...args])
  if (!script.hls) {
    mkdirSync(dirname(script.output), { recursive: true })
    const keys = ['-force_key_frames', starts.join(','), '-g', '600', '-crf', '27']
    run([...video, ...keys, ...audio, ...plain, '-movflags', '+faststart', script.output])
    return
  }
  rmSync(script.output, { recursive: true, force: true })
  mkdirSync(script.output, { recursive: true })
  const renditions = [
    { name: '360p', size: '640x360', crf: '27', bandwidth: 120000, codec: 'avc1.4d401f' },
    { name: '216p', size: '384x216', crf: '30', bandwidth: 60000, codec: 'avc1.4d4016' },
  ]
  // A key frame every six seconds in both, so that a player may change between them at any segment.
  const keys = ['-force_key_frames', 'expr:gte(t,n_forced*6)', '-sc_threshold', '0', '-profile:v', 'main']
  for (const { name, size, crf } of renditions) {
    mkdirSync(join(script.output, name))
    const hls = ['-f', 'hls', '-hls_time', '6', '-hls_playlist_type', 'vod', '-hls_flags', 'independent_segments']
    const files = ['-hls_segment_filename', join(script.output, name, 'part%02d.ts')]
    const sized = [...video, '-crf', crf, '-s', size, ...keys, ...audio, ...plain]
    run([...sized, ...hls, ...files, join(script.output, name, 'index.m3u8')])
  }
  const variants = renditions.map(
    ({ name, size, bandwidth, codec }) =>
      `#EXT-X-STREAM-INF:BANDWIDTH=${bandwidth},RESOLUTION=${size},CODECS="${codec},mp4a.40.2"\n${name}/index.m3u8\n`,
  )
  writeFileSync(join(script.output, 'master.m3u8'), `#EXTM3U\n#EXT-X-VERSION:6\n${variants.join('')}`)
}

const wanted = process.argv.slice(2).filter((name) => name !== '--captions')
if (wanted.length < process.argv.length - 2) {
  scripts(wanted).forEach(writeCaptions)
  process.exit()
}
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-sync'],
})
const page = await browser.newPage({ viewport: { width: 640, height: 360 } })
const problems = []
for (const script of scripts(wanted)) {
  await make(page, script).catch((error) => problems.push(`${script.name}: ${error.message}`))
}
await browser.close()
if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n`)
  process.exitCode = 1
}
