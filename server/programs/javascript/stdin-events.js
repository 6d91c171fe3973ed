let data = ''
process.stdin.setEncoding('utf8')
process.stdin.on('data', (chunk) => { data += chunk })
process.stdin.on('end', () => { const nums = data.split(/\s+/).filter(Boolean).map(Number); nums.sort((a, b) => a - b); const mid = nums.length >> 1; console.log(nums.join(' ')); console.log({ n: nums.length, min: nums[0], max: nums.at(-1), mean: nums.reduce((a, b) => a + b) / nums.length, median: nums.length % 2 ? nums[mid] : (nums[mid - 1] + nums[mid]) / 2 }); process.stdout.write('没有换行'); process.stdout.write('\n'); process.exitCode = 0 })
