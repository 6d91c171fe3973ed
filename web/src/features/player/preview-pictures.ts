import { useEffect, useState } from 'react'
import { download } from '../../api/download'

/** Small pictures of a video, in sheets: `columns` beside one another, one every `every` seconds. */
export interface PreviewPictures {
  width: number
  height: number
  columns: number
  /** Pictures of one sheet. */
  perSheet: number
  every: number
  sheets: string[]
}

interface PreviewPicture {
  sheet: string
  /** Position of the picture in the sheet, in pixels. */
  left: number
  top: number
}

/** URL of the playlist of pictures that a master playlist names; null if it names none. */
export function picturePlaylist(master: string, url: string): string | null {
  const [, name] = /^#EXT-X-IMAGE-STREAM-INF:.*\bURI="([^"]+)"/m.exec(master) ?? []
  return name ? new URL(name, url).href : null
}

/** Reads a playlist of pictures; null if it is none. */
export function readPictures(playlist: string, url: string): PreviewPictures | null {
  const tiles = /^#EXT-X-TILES:.*RESOLUTION=(\d+)x(\d+),LAYOUT=(\d+)x(\d+),DURATION=([\d.]+)/m.exec(playlist)
  if (!tiles) return null
  const [width = 0, height = 0, columns = 0, rows = 0, every = 0] = tiles.slice(1).map(Number)
  const names = playlist.split(/\r?\n/).filter((line) => line.trim() !== '' && !line.startsWith('#'))
  if (!(width > 0 && height > 0 && columns > 0 && rows > 0 && every > 0) || names.length === 0) return null
  const sheets = names.map((name) => new URL(name.trim(), url).href)
  return { width, height, columns, perSheet: columns * rows, every, sheets }
}

/** The picture of a second of the video; null after the last one. */
export function pictureAt(pictures: PreviewPictures, second: number): PreviewPicture | null {
  const { width, height, columns, perSheet, every, sheets } = pictures
  const number = Math.floor(second / every)
  const sheet = sheets[Math.floor(number / perSheet)]
  if (sheet === undefined) return null
  const inSheet = number % perSheet
  return { sheet, left: (inSheet % columns) * width, top: Math.floor(inSheet / columns) * height }
}

const text = async (url: string) =>
  (
    await download(url, {
      check: ({ ok }) => {
        if (!ok) throw new Error('no playlist')
      },
    })
  ).text()

/**
 * Loads the preview pictures of a stream when the user first points at the bar. Null for a video without preview
 * pictures.
 */
export function usePreviewPictures(url: string, isWanted: boolean): PreviewPictures | null {
  const [pictures, setPictures] = useState<PreviewPictures | null>(null)
  useEffect(() => {
    if (!isWanted || !/\.m3u8($|\?)/.test(url)) return
    let ended = false
    const load = async () => {
      const address = new URL(url, location.href).href
      const list = picturePlaylist(await text(address), address)
      const found = list && readPictures(await text(list), list)
      if (!ended && found) setPictures(found)
    }
    // Without pictures the bar shows the time only.
    load().catch(() => {})
    return () => {
      ended = true
    }
  }, [url, isWanted])
  return pictures
}
