/// The part of the example's reducer that the sessions need, in JavaScript, over a file that is read in pieces.
enum NodeReplay {
    /// Prints the last state.
    static let script = #"""
        const fs = require("fs");
        const state = {
          comments: { all: [], arrivals: 0, drafts: 0, unread: 0 }, detail: { search: "" },
          list: { episodes: [], search: "" }, path: [],
        };
        function reduce(state, action) {
          for (const kind in action) {
            const values = action[kind];
            switch (kind) {
              case "refreshTapped": state.list.progress = 0; return;
              case "episodesLoaded": state.list.episodes = values.episodes; delete state.list.progress; return;
              case "commentsArrived":
                state.comments.arrivals += 1;
                state.comments.unread += values.comments.length;
                for (const comment of values.comments) { comment.isNew = true; state.comments.all.push(comment); }
                return;
              case "searchChanged": state.list.search = values.text; return;
              case "allReadTapped": state.comments.unread = 0; return;
              case "episodeTapped":
                state.path.push({ episode: { id: values.id } });
                state.detail = { search: "" };
                for (const comment of state.comments.all)
                  if (comment.episode === values.id && comment.isNew) { comment.isNew = false; state.comments.unread -= 1; }
                return;
              case "commentSearchChanged": state.detail.search = values.text; return;
              case "backTapped": state.path.pop(); delete state.sheet; return;
              case "writeTapped": if (state.path.length) state.sheet = { write: { text: "" } }; return;
              case "draftChanged": if (state.sheet) state.sheet = { write: { text: values.text } }; return;
              case "writeCancelled": delete state.sheet; return;
              default: throw new Error("no case for " + kind);
            }
          }
        }
        const file = fs.openSync(process.argv[2], "r");
        const piece = Buffer.allocUnsafe(1 << 20);
        let rest = "";
        for (let count; (count = fs.readSync(file, piece, 0, piece.length, null)) > 0; ) {
          const text = rest + piece.latin1Slice(0, count);
          let start = 0;
          for (let end; (end = text.indexOf("\n", start)) >= 0; start = end + 1) {
            const line = JSON.parse(text.slice(start, end));
            if (line.action !== undefined) reduce(state, line.action);
          }
          rest = text.slice(start);
        }
        console.log(JSON.stringify(state));
        """#
}
