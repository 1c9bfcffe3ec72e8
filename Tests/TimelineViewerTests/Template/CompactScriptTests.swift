import Testing

@testable import TimelineViewer

struct CompactScriptTests {
    @Test(
        arguments: [
            // Comments, space, and the semicolon of the last statement.
            ("// One.\n/** Two. */\nconst first = 1;\n\nif (first) {\n  first();\n}", "let a=1;if(a){a()}"),
            ("return a + +a - -a;", "return a+ +a- -a;"),
            ("typeof first in first;", "typeof a in a;"),
            (
                "const one = 1;\nlet two = { f() { let x; const y = 2; } };\none();\nlet three;",
                "let a=1,b={f(){let d,e=2}};a();let c;"
            ),
            ("const { one } = two;\nlet [three] = one;", "let{one:a}=b,[c]=a;"),
            ("for (const one of two) { const three = `${one}`; let four; }", "for(let a of b){let c=`${a}`,d}"),
            ("f(true, false, undefined, one.true);", "a(!0,!1,void 0,b.true);"),
            ("function walk(from, to) { return from + to + from; }", "function a(b,c){return b+c+b}"),
            ("const go = (one) => one;", "let a=b=>b;"),
            // What browsers and the language declare.
            ("document.body.append(location.hash);", "document.body.append(location.hash);"),
            ("async function open() { await performance.now(); }", "async function a(){await performance.now()}"),
            // Members keep their names, variables of the same name do not.
            ("row.row?.row;", "a.row?.row;"),
            ("use({ row, last: row, [row]: row, row() { return row; } });", "b({row:a,last:a,[a]:a,row(){return a}});"),
            ("const { row, last = row, ...rest } = row;", "let{row:a,last:b=a,...c}=a;"),
            ("function f({ row }, [last]) { return { row, last }; }", "function a({row:b},[c]){return{row:b,last:c}}"),
            (
                "class Row extends Base { size = row; static of(row) { return row; } get row() { return this.row; } }",
                "class a extends c{size=b;static of(b){return b}get row(){return this.row}}"
            ),
            // Members of several words, or long ones, that a class declares; the shortest names are for those that occur most.
            (
                "class Row { get isOpen() { return this.last; } begin() { this.container = row.isOpen; } indexOf() {} } use({ isOpen, container: 1, isFirst }).isOpen;",
                "class a{get a(){return this.last}begin(){this.b=b.a}indexOf(){}}c({a:d,b:1,isFirst:e}).a;"
            ),
            // Listed members of classes and objects, with names that are no other members.
            (
                "use({ table, lanes: 1, summary: { a: 1 }, text: 'lanes' }).lanes;",
                "a({c:b,b:1,summary:{a:1},text:'lanes'}).b;"
            ),
            // `this` has a name in functions where it is used often.
            (
                "class Row { f(a = this.a) { const b = this.b; a(() => this.b + this.c); return this.b; } g() { return [this, this, this]; } }",
                "class a{f(c=this.a){let b=this,d=b.b;c(()=>b.b+b.c);return b.b}g(){return[this,this,this]}}"
            ),
            (
                "class Row { get f() { if (this.a) { this.b(this.a, this.a); } } }",
                "class a{get f(){let b=this;if(b.a){b.b(b.a,b.a)}}}"
            ),
            (
                "class Row { f() { use(function () { this.a(this.a, this.a, this.a); }, { g() { return this; } }, this); } h = () => [this, this, this, this]; }",
                "class a{f(){c(function(){let b=this;b.a(b.a,b.a,b.a)},{g(){return this}},this)}h=()=>[this,this,this,this]}"
            ),
            (
                "class Row extends Base { constructor() { super(); this.a = this.b = this.c = this.d; } static { this.a = this.b = this.c = this.d; } }",
                "class a extends c{constructor(){super();this.a=this.b=this.c=this.d}static{let b=this;b.a=b.b=b.c=b.d}}"
            ),
            // Values have names where that is shorter.
            (
                "f(Math.max(1, 2), Math.max, Math.max, Math.min, Math, undefined, undefined, undefined, undefined, undefined);",
                "let b=Math.max,a=void 0;\nc(b(1,2),b,b,Math.min,Math,a,a,a,a,a);"
            ),
            (
                "use(document, document, document.body, row.document, { document: 1 }, innerWidth, innerWidth, innerWidth);",
                "let a=document;\nb(a,a,a.body,c.document,{document:1},innerWidth,innerWidth,innerWidth);"
            ),
            (
                "f('first', 'first', 'first', \"first\", { 'first': 'first' }, typeof a === 'first', 'row.a', 'row.a', 'row.a', 'row.a');",
                "let a='first',b='row.a';\nc(a,a,a,\"first\",{'first':a},typeof d==='first',b,b,b,b);"
            ),
            (
                "if (row === 'first') return 'first'; switch (row) { case 'first': 'first'; }",
                "let a='first';\nif(b===a)return a;switch(b){case a:a}"
            ),
            (
                "class Row { 'a long text' = 'a long text'; 'another'() { return 'another' + 'another' + 'another' + 'another'; } }",
                "let a='another';\nclass b{'a long text'='a long text';'another'(){return a+a+a+a}}"
            ),
            (
                "function f({ document }) { return [document, document.row, document]; } f(innerWidth, innerWidth, innerWidth);",
                "let a=document;\nfunction b({document:a}){return[a,a.row,a]}b(innerWidth,innerWidth,innerWidth);"
            ),
            ("new Row(); new Row().row; new Row()(); new Row(1); row();", "new a;new a().row;new a()();new a(1);b();"),
            // A block, and an object, after a colon.
            (
                "switch (row) { case 'a': { row = 1; } default: row = { row }; }",
                "switch(a){case'a':{a=1}default:a={row:a}}"
            ),
            ("const value = row ? { row } : row;", "let a=b?{row:b}:b;"),
            // Literals.
            ("f('// \\' row', \"row\", /[/\"] row/g, 0xff, 1.5);", "a('// \\' row',\"row\",/[/\"] row/g,0xff,1.5);"),
            ("row / path / row;", "a/b/a;"),
            ("`row ${row} ${`row ${path}`} \\${row}`;", "`row ${a} ${`row ${b}`} \\${row}`;"),
            ("`${{ row }.row}`;", "`${{row:a}.row}`;"),
        ]
    )
    func aModuleIsWrittenWithShortNamesAndWithoutSpace(_ module: String, _ expected: String) {
        #expect(CompactScript.joined([module]) == expected)
    }

    @Test func modulesShareTheNamesOfTheirTopLevelAlone() {
        let modules = [
            "function walk(row) { return row; }\nfunction* all(rows) { yield rows; }\nclass Row {}\nlet limit = 1;",
            "async function start(path) { return walk(all(path, Row, limit)); }",
        ]
        let expected = """
            function a(f){return f}function*b(g){yield g}class c{}let d=1;
            async function e(f){return a(b(f,c,d))}
            """
        #expect(CompactScript.joined(modules) == expected)
    }

    @Test func shortNamesAreNoKeywords() {
        let names = (0..<3000).map { "name\($0)" }
        let script = CompactScript.joined(["function f(\(names.joined(separator: ", "))) {}"])
        let short = script.dropFirst("function a(".count).split { ",(){}".contains($0) }
        #expect(short.count == 3000)
        #expect(Set(short).count == 3000)
        #expect(Set(short).isDisjoint(with: ["a", "do", "if", "in", "of"]))
    }
}
