for (let i = 1; i <= 15; i++) console.log(i % 15 === 0 ? 'FizzBuzz' : i % 5 === 0 ? 'Buzz' : i % 3 === 0 ? 'Fizz' : i)
for (let i = 1; i <= 4; i++) console.log(' '.repeat(4 - i) + '*'.repeat(2 * i - 1))
