# rejoin, for fish: an agent that is typed by its name is started through rejoin.
# `command NAME` starts it as it is. A function of your own by one of these names stays.
if status is-interactive
    # In a pipe or a substitution nobody sees the agent, so that it has no pane.
    function __rejoin_start
        if isatty stdin; and isatty stdout; and command -q rejoin
            command rejoin run -- $argv
        else
            command $argv
        end
    end
    for name in @programs@
        functions -q $name
        or function $name --inherit-variable name
            __rejoin_start $name $argv
        end
    end
    set -e name
    type -q rj; or function rj; command rejoin list $argv; end
    type -q rjp; or function rjp; command rejoin pane $argv; end
    type -q rjr; or function rjr; command rejoin resume $argv; end
    type -q rjw; or function rjw; command rejoin why $argv; end
end
