import { expect, it } from 'vitest'
import { offlinePlaylist } from './hls-files'

const master = `#EXTM3U
#EXT-X-STREAM-INF:BANDWIDTH=2800000,RESOLUTION=1920x1080
1080p/index.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=1400000,RESOLUTION=1280x720
720p/index.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=400000,RESOLUTION=640x360
360p/index.m3u8
`

it('reduces a master playlist to the best quality up to 720 lines', () => {
  const { text, files } = offlinePlaylist(master, 'https://a.example/media/s/t/v/x/master.m3u8')
  expect(files).toEqual(['https://a.example/media/s/t/v/x/720p/index.m3u8'])
  expect(text).not.toContain('1080p')
  expect(text).not.toContain('360p')
})

it('reduces a master playlist to the lowest quality if all qualities exceed 720 lines', () => {
  const large = master.replaceAll(/RESOLUTION=\d+x\d+/g, 'RESOLUTION=3840x2160')
  expect(offlinePlaylist(large, 'https://a.example/m.m3u8').files).toEqual(['https://a.example/360p/index.m3u8'])
})

it('keeps a media playlist unchanged, including its initialization segment', () => {
  const list = '#EXTM3U\n#EXT-X-MAP:URI="init.mp4"\n#EXTINF:4,\n0.m4s\n#EXTINF:4,\n1.m4s\n#EXT-X-ENDLIST\n'
  const { text, files } = offlinePlaylist(list, 'https://a.example/v/x/index.m3u8')
  expect(text).toBe(list)
  expect(files.map((file) => new URL(file).pathname).sort()).toEqual(['/v/x/0.m4s', '/v/x/1.m4s', '/v/x/init.mp4'])
})
