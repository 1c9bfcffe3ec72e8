// Prints a recording of which every text is an attack on a page: keys, values, names of actions, marks, origins, and the header.

const attacks = [
  '</script><script>alert(1)</script>', '<!--', '-->', '<![CDATA[', ']]>', '<img src=x onerror=alert(1)>', '<svg onload=alert(1)>',
  'javascript:alert(1)', '"onmouseover="alert(1)', "'-alert(1)-'", '${alert(1)}', '`', '{{7*7}}', '__proto__', 'constructor', 'prototype',
  'toString', 'hasOwnProperty', '\u202eevil\u202c', '\u2066x\u2069', '\u200b', '\ufeff', '\u0000', '\u0007', '\u001b[31mred', '\u007f',
  '\u0085', '\u2028', '\u2029', '&lt;b&gt;', '&#60;script&#62;', '%3Cscript%3E', '\\u003cscript\\u003e', '../../../etc/passwd',
  'file:///etc/passwd', 'http://evil.example/', '//evil.example', 'data:text/html,<script>alert(1)</script>',
  '<a href=javascript:alert(1)>x</a>', '<iframe src=http://evil.example>', '<style>*{display:none}</style>',
  '<base href=http://evil.example>', '<meta http-equiv=refresh content=0;url=http://evil.example>',
  '<form action=http://evil.example><input type=submit>', '<object data=x>', '<template>', '</title>', '</style>', '</textarea>',
  '<plaintext>', '$(rm -rf /)', '`id`', '; rm -rf /', '| cat', '--help', '-x', "it's", '#step=1&path=$', '%',
  '\u{1f600}'.repeat(50), '\u0645\u0631\u062d\u0628\u0627', '\u05e9\u05dc\u05d5\u05dd', '\u4e2d\u6587\u5b57', 'a'.repeat(5000), '', ' ',
  '\t', '\n\r\n', '0', '-1', '1e400', 'NaN', 'Infinity', 'null', 'undefined', 'true',
];
const bases = attacks.length;
while (attacks.length < 300) attacks.push(`${attacks[attacks.length % bases]}${String.fromCodePoint(0x20 + attacks.length)}`);

const json = JSON.stringify;
const keys = new Map([...new Set(attacks)].map((text) => [text, text]));
const order = [...keys.keys()].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
const state = () => `{"keys":{${order.map((key) => `${json(key)}:${json(keys.get(key))}`).join()}},"list":${json(attacks.slice(0, bases))}}`;

const evil = attacks[0];
const lines = [`{"timeline":1,"session":${json(evil)},"program":${json(evil)},"version":${json(attacks[5])},"started":${json(evil)},"segment":1,"platform":{"os":${json(evil)},"arch":${json(attacks[6])}}}`];
lines.push(`{"seq":0,"at":0.000000,"state":${state()}}`);
[...keys.keys()].forEach((text, index) => {
  const seq = index + 1;
  const start = `{"seq":${seq},"at":${index}.000000,`;
  keys.set(text, `${text}${index}`);
  const end = `"from":${json(text)}${index % 3 === 1 ? ',"cause":1' : ''}}`;
  if (index % 7 === 5) lines.push(`${start}"set":${state()},"by":${json(text)}}`);
  else if (index % 7 === 3) lines.push(`${start}"opaque":${json(text)},${end}`);
  else lines.push(`${start}"action":{${json(text)}:{${json(text)}:${json(text)}}},${end}`);
  lines.push(`${start}"state":${state()}}`);
  if (index < 40) lines.push(`${start}"mark":${json(text)}}`);
});
process.stdout.write(`${lines.join('\n')}\n`);
