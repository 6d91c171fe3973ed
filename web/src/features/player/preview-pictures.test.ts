import { describe, expect, it } from 'vitest'
import { pictureAt, picturePlaylist, readPictures } from './preview-pictures'

const base = 'https://a.example/media/s/t/v/x/'
const master = `#EXTM3U
#EXT-X-STREAM-INF:BANDWIDTH=900000,RESOLUTION=1280x720
720p/index.m3u8
#EXT-X-IMAGE-STREAM-INF:BANDWIDTH=20000,RESOLUTION=160x90,CODECS="jpeg",URI="previews/index.m3u8"
`
const list = `#EXTM3U
#EXT-X-IMAGES-ONLY
#EXTINF:600.000,
#EXT-X-TILES:RESOLUTION=160x90,LAYOUT=10x10,DURATION=6
sheet.jpg
#EXT-X-ENDLIST
`

describe('preview pictures of a stream', () => {
  it('the master playlist names the playlist of pictures', () => {
    expect(picturePlaylist(master, `${base}master.m3u8`)).toBe(`${base}previews/index.m3u8`)
    expect(picturePlaylist(master.replace(/#EXT-X-IMAGE.*/, ''), base)).toBeNull()
  })

  it('pictureAt returns the sheet and the position of the picture of a second', () => {
    const pictures = readPictures(list, `${base}previews/index.m3u8`)!
    const sheet = `${base}previews/sheet.jpg`
    expect(pictureAt(pictures, 5.9)).toEqual({ sheet, left: 0, top: 0 })
    expect(pictureAt(pictures, 71)).toEqual({ sheet, left: 160, top: 90 })
    expect(pictureAt(pictures, 600)).toBeNull()
  })

  it('readPictures returns null for other playlists', () => {
    expect(readPictures('#EXTM3U\n#EXTINF:6,\n0.ts\n', base)).toBeNull()
    expect(readPictures(list.replace('DURATION=6', 'DURATION=0'), base)).toBeNull()
  })
})
